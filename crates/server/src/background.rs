//! A thread with a runtime of its own, for work that never delays the tables: HTTP, reading the store, and the ladder.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use std::io;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::{JoinHandle, JoinSet};

/// The runtime of the thread, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Background {
    /// Taken when it is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
}

impl Background {
    /// Starts a thread with this name.
    ///
    /// # Errors
    /// If the system provides none.
    pub(crate) fn new(name: &str) -> io::Result<Background> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name(name)
            .enable_all()
            .build()?;
        Ok(Background {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Runs a task on the thread, with all the tasks that it spawns.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.handle.spawn(task)
    }

    /// Runs the handlers of a router on the thread.
    pub(crate) fn run(&self, router: Router) -> Router {
        run_on(&self.handle, router)
    }

    /// Listens on what a listener of another runtime does, with the events of this one.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn adopt(&self, listener: TcpListener) -> io::Result<TcpListener> {
        let listener = listener.into_std()?;
        let _entered = self.handle.enter();
        TcpListener::from_std(listener)
    }
}

/// Runs the handlers of a router in a runtime. A request whose client has disconnected is cancelled.
pub(crate) fn run_on(handle: &Handle, router: Router) -> Router {
    let handle = handle.clone();
    router.layer(from_fn(move |request: Request, next: Next| {
        let mut tasks = JoinSet::new();
        tasks.spawn_on(next.run(request), &handle);
        async move {
            match tasks.join_next().await {
                Some(Ok(response)) => response,
                // It has panicked.
                _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            }
        }
    }))
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Requests in progress were waited for when the server stopped.
            runtime.shutdown_background();
        }
    }
}

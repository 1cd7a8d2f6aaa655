//! The page's end of the worker.

use super::{Answer, Question, Reply, Request};
use crate::platform::locale;
use crate::play::strings::table as words;
use leptos::prelude::*;
use parlour_engine::{Game, Seat, Viewer, json};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Deaths in a row, without an answer between them, after which the page gives up.
const MAX_CRASHES: u32 = 3;

thread_local! {
    static WORKERS: RefCell<Option<[Workers; 2]>> = const { RefCell::new(None) };
}

/// Tells where the worker's script is. Called once, by the app; nothing is started yet.
pub(crate) fn provide(url: String) {
    WORKERS.set(Some([Workers::new(url.clone()), Workers::new(url)]));
}

/// The worker that plays and gives hints.
///
/// # Panics
/// Before [`provide`].
pub(crate) fn workers() -> Workers {
    worker(0)
}

/// The worker that analyses: it keeps nobody waiting for a move.
///
/// # Panics
/// Before [`provide`].
pub(crate) fn analysts() -> Workers {
    worker(1)
}

fn worker(which: usize) -> Workers {
    WORKERS.with_borrow(|workers| {
        let workers = workers
            .as_ref()
            .expect("the app has told where the worker is");
        workers[which].clone()
    })
}

pub(crate) type Done = Box<dyn FnOnce(Result<Reply, String>)>;

/// What the worker is told of a position.
pub(crate) struct SeatKnowledge {
    game: &'static str,
    view: Value,
    events: Value,
    legal: Vec<String>,
}

impl SeatKnowledge {
    /// What `seat`, which is to move after these events, knows and may do.
    pub(crate) fn about<G: Game>(state: &G, events: &[G::Event], seat: Seat) -> SeatKnowledge {
        let view = state.view(Viewer::Seat(seat));
        let legal = state.legal_actions(seat);
        SeatKnowledge {
            game: G::NAME,
            view: serde_json::to_value(view).expect("a view has string keys only"),
            events: serde_json::to_value(events).expect("events have string keys only"),
            legal: legal.iter().map(G::Action::to_string).collect(),
        }
    }
}

/// The worker, started when it is first needed, started again when it dies. One
/// question is under way at a time: a new one takes the place of the old one.
#[derive(Clone)]
pub(crate) struct Workers {
    inner: Rc<RefCell<Inner>>,
    /// One line when something is wrong with the worker.
    pub(crate) trouble: RwSignal<Option<String>>,
}

struct Inner {
    url: String,
    worker: Option<Running>,
    last_ticket: u64,
    waiting: Option<(Request, Done)>,
    deaths: u32,
}

struct Running {
    worker: Worker,
    /// Whether it listens.
    ready: bool,
    /// Whether it is still busy with a question that nobody waits for.
    busy: bool,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Workers {
    fn new(url: String) -> Workers {
        Workers {
            inner: Rc::new(RefCell::new(Inner {
                url,
                worker: None,
                last_ticket: 0,
                waiting: None,
                deaths: 0,
            })),
            trouble: RwSignal::new(None),
        }
    }

    /// Starts the worker, so that the first answer comes sooner.
    pub(crate) fn warm_up(&self) {
        self.start();
    }

    /// Asks about a position. `done` is called once, unless
    /// the question is cancelled or another one is asked first.
    pub(crate) fn ask(&self, asked: SeatKnowledge, question: Question, stream: u64, done: Done) {
        let mut inner = self.inner.borrow_mut();
        inner.last_ticket += 1;
        let request = Request {
            ticket: inner.last_ticket,
            game: asked.game.to_owned(),
            question,
            view: asked.view,
            events: asked.events,
            legal: asked.legal,
            stream,
        };
        inner.waiting = Some((request, done));
        // A search that nobody waits for any more must not hold up this one.
        if inner.worker.as_ref().is_some_and(|running| running.busy) {
            inner.worker = None;
        }
        drop(inner);
        self.start();
        self.post();
    }

    /// Forgets what was asked: a late answer is dropped.
    pub(crate) fn cancel(&self) {
        self.inner.borrow_mut().waiting = None;
    }

    fn start(&self) {
        if self.inner.borrow().worker.is_some() {
            return;
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // The name tells the worker the language. Its address cannot: one that the service worker answers has no fragment.
        options.set_name(&locale::language());
        let url = self.inner.borrow().url.clone();
        let Ok(worker) = Worker::new_with_options(&url, &options) else {
            self.give_up(words::no_worker().to_owned());
            return;
        };
        let this = self.clone();
        let on_message = Closure::new(move |event: MessageEvent| this.hear(&event));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let this = self.clone();
        let on_error = Closure::new(move |event: web_sys::Event| {
            event.prevent_default();
            this.died();
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        self.inner.borrow_mut().worker = Some(Running {
            worker,
            ready: false,
            busy: false,
            _on_message: on_message,
            _on_error: on_error,
        });
    }

    /// Sends the question that waits, if the worker listens and is free.
    fn post(&self) {
        let mut inner = self.inner.borrow_mut();
        let Inner {
            worker: Some(running),
            waiting: Some((request, _)),
            ..
        } = &mut *inner
        else {
            return;
        };
        if running.ready && !running.busy {
            let message = serde_json::to_string(request).expect("a request has string keys only");
            // A string can always be cloned to another thread.
            let _ = running.worker.post_message(&JsValue::from_str(&message));
            running.busy = true;
        }
    }

    fn hear(&self, event: &MessageEvent) {
        let message = event.data().as_string().unwrap_or_default();
        let done = {
            let mut inner = self.inner.borrow_mut();
            if let Some(running) = &mut inner.worker {
                running.ready = true;
            }
            if message == "ready" {
                None
            } else {
                inner.deaths = 0;
                if let Some(running) = &mut inner.worker {
                    running.busy = false;
                }
                match json::from_str::<Answer>(&message) {
                    Ok(answer) => inner
                        .waiting
                        .take_if(|(request, _)| request.ticket == answer.ticket)
                        .map(|(_, done)| {
                            let result = answer.result;
                            (done, result.map_err(|reason| words::worker_error(&reason)))
                        }),
                    Err(_) => None,
                }
            }
        };
        match done {
            Some((done, result)) => {
                self.trouble.try_set(None);
                done(result);
            }
            None => self.post(),
        }
    }

    /// The worker is gone: another one is asked again, unless they die one after the other.
    fn died(&self) {
        let deaths = {
            let mut inner = self.inner.borrow_mut();
            inner.deaths += 1;
            inner.deaths
        };
        let this = self.clone();
        // Not at once: this runs within a listener that belongs to the dead worker.
        set_timeout(
            move || {
                let dead = this.inner.borrow_mut().worker.take();
                drop(dead);
                if deaths >= MAX_CRASHES {
                    this.give_up(words::worker_gone().to_owned());
                } else {
                    this.trouble.try_set(Some(words::worker_again().to_owned()));
                    this.start();
                }
            },
            std::time::Duration::ZERO,
        );
    }

    fn give_up(&self, why: String) {
        let waiting = {
            let mut inner = self.inner.borrow_mut();
            inner.deaths = 0;
            inner.waiting.take()
        };
        self.trouble.try_set(Some(why.clone()));
        if let Some((_, done)) = waiting {
            done(Err(why));
        }
    }
}

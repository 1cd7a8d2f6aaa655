//! A network that can be lost: it stands between browsers and a server.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is under way now, and whether anything may pass.
#[derive(Default)]
struct Wires {
    cut: bool,
    open: Vec<TcpStream>,
}

/// A way to a server that can be cut.
pub(crate) struct Proxy {
    /// The address of the app as browsers see it, with a `/` at the end.
    pub(crate) url: String,
    wires: Arc<Mutex<Wires>>,
}

impl Proxy {
    /// Passes everything on to the server at `url`.
    pub(crate) fn before(url: &str) -> Proxy {
        let server = url.split('/').nth(2).expect("it has an address").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it listens").port();
        let wires = Arc::new(Mutex::new(Wires::default()));
        let shared = Arc::clone(&wires);
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                // Whoever comes while the network is lost is hung up on.
                if let Ok(server) = TcpStream::connect(&server) {
                    join(&shared, browser, server);
                }
            }
        });
        Proxy {
            url: format!("http://127.0.0.1:{port}/"),
            wires,
        }
    }

    /// Cuts every connection, and lets nobody through.
    pub(crate) fn cut(&self) {
        let mut wires = self.wires.lock().expect("nobody panics with it");
        wires.cut = true;
        for stream in wires.open.drain(..) {
            // It may have ended by itself.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Lets everybody through again.
    pub(crate) fn mend(&self) {
        self.wires.lock().expect("nobody panics with it").cut = false;
    }
}

/// Lets two streams flow into each other.
fn join(wires: &Mutex<Wires>, browser: TcpStream, server: TcpStream) {
    let mut wires = wires.lock().expect("nobody panics with it");
    if wires.cut {
        return;
    }
    let copy = |stream: &TcpStream| stream.try_clone().expect("a stream can be shared");
    for (from, to) in [
        (copy(&browser), copy(&server)),
        (copy(&server), copy(&browser)),
    ] {
        thread::spawn(move || flow(from, to));
    }
    wires.open.extend([browser, server]);
}

fn flow(mut from: TcpStream, mut to: TcpStream) {
    let mut buffer = [0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    // Either end may have gone.
    let _ = to.shutdown(Shutdown::Both);
}

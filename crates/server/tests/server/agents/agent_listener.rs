//! The port of a tournament.

use parlour_server::agents::agent_listener::AgentListener;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Connects from an address of 127.0.0.0/8, all of which are this machine.
async fn connect_from(last: u8, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    let source = SocketAddr::from(([127, 0, 0, last], 0));
    socket.bind(source).unwrap();
    socket.connect(address).await.unwrap()
}

/// A connection that has not presented the token of a player is a stranger, and one address has few of them.
#[tokio::test]
async fn one_address_does_not_take_all_connections() {
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let listener = AgentListener::bind(any_port).await.unwrap();
    let address = listener.address();
    let (admitted, mut names) = mpsc::unbounded_channel();
    let run = listener.run(Arc::new(move |hello: parlour_protocol::lines::Hello| {
        admitted.send(hello.name.clone()).unwrap();
        let (sender, input) = mpsc::channel(1);
        sender.try_send(b"welcome\n".to_vec()).unwrap();
        // The connection stays as long as there is a sender.
        let stay = Box::new(move |_| !sender.is_closed());
        Ok((
            input,
            stay as parlour_server::agents::agent_listener::LineHandler,
        ))
    }));
    tokio::spawn(run);
    let mut silent = Vec::new();
    for _ in 0..1100 {
        silent.push(connect_from(2, address).await);
    }
    // More than strangers may be: those who are admitted are none.
    let mut players = Vec::new();
    for number in 0..70 {
        let mut player = BufReader::new(connect_from(3, address).await);
        let hello = json!({"type": "hello", "version": 1, "name": format!("robot {number}")});
        let line = format!("{hello}\n");
        player.get_mut().write_all(line.as_bytes()).await.unwrap();
        let mut welcome = String::new();
        let read = timeout(Duration::from_secs(60), player.read_line(&mut welcome));
        read.await.unwrap().unwrap();
        assert_eq!(welcome, "welcome\n", "{number}");
        assert_eq!(
            names.recv().await.unwrap().unwrap(),
            format!("robot {number}")
        );
        players.push(player);
    }
}

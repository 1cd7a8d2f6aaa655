//! Encrypted connections to PostgreSQL.

use crate::postgres::Postgres;
use parlour_arena::{Store, StoreError};
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::Path;
use std::process::Command;

/// Makes certificates in a folder: `ca.pem`, and `cert.pem` with `key.pem` for localhost.
fn make_certificates(folder: &Path) {
    let openssl = |line: &str| {
        let made = Command::new("openssl")
            .args(line.split(' '))
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
    };
    let new = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!(
        "req -x509 {new} -days 2 -subj /CN=test -keyout ca.key -out ca.pem"
    ));
    openssl(&format!(
        "req {new} -subj /CN=localhost -keyout key.pem -out request.pem"
    ));
    fs::write(folder.join("names"), "subjectAltName=DNS:localhost").unwrap();
    openssl(
        "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -days 2 -extfile names -out cert.pem",
    );
}

#[tokio::test]
async fn a_server_elsewhere_is_verified_and_the_connection_is_encrypted() {
    let server = Postgres::start();
    server.stop();
    let url = server.url();
    let folder = Path::new(url.split("host=").nth(1).unwrap());
    make_certificates(folder);
    // The key has to belong to the user of the server.
    let user = fs::metadata(folder).unwrap().uid();
    chown(folder.join("key.pem"), Some(user), None).unwrap();
    fs::set_permissions(folder.join("key.pem"), Permissions::from_mode(0o600)).unwrap();
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let file = |name: &str| folder.join(name).display().to_string();
    server.resume_with(&format!(
        "-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on -c ssl_cert_file={} -c ssl_key_file={}",
        file("cert.pem"),
        file("key.pem")
    ));
    let url = |host: &str, ca: &str| {
        format!(
            "postgres://parlour@{host}:{port}/postgres?sslmode=verify-full&sslrootcert={}",
            file(ca)
        )
    };
    let store = Store::open(&url("localhost", "ca.pem")).await.unwrap();
    assert!(store.tournaments().await.unwrap().is_empty());
    store.close().await;
    fs::write(folder.join("other.pem"), "").unwrap();
    for wrong in [url("127.0.0.1", "ca.pem"), url("localhost", "other.pem")] {
        let error = Store::open(&wrong).await.unwrap_err();
        assert!(
            matches!(error, StoreError::Open { .. }),
            "{wrong}: {error:?}"
        );
    }
}

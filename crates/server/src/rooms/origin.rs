//! The check of the `Origin` header against cross-site requests.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// Whether a request comes from a page of this server or from no page at all. Browsers always send the header, and pages
/// cannot change it.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return true;
    };
    if origins.next().is_some() {
        return false;
    }
    let (Ok(origin), Some(Ok(host))) =
        (origin.to_str(), headers.get(HOST).map(|host| host.to_str()))
    else {
        return false;
    };
    // Behind a proxy the page may use https while this server sees http, so only the host is compared.
    let own = (origin.strip_prefix("http://")).or_else(|| origin.strip_prefix("https://"));
    own.is_some_and(|own| own.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(host: &str, origins: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        for origin in origins {
            headers.append(ORIGIN, origin.parse().unwrap());
        }
        is_same_origin(&headers)
    }

    #[test]
    fn only_pages_of_the_same_host_and_programs_are_accepted() {
        assert!(accepts("127.0.0.1:8080", &[]));
        assert!(accepts("127.0.0.1:8080", &["http://127.0.0.1:8080"]));
        assert!(accepts("play.example", &["https://Play.example"]));
        for origin in [
            "null",
            "http://evil.example",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.evil.example",
            "file://127.0.0.1:8080",
            "127.0.0.1:8080",
            "",
        ] {
            assert!(!accepts("127.0.0.1:8080", &[origin]), "{origin}");
        }
        let twice = ["http://127.0.0.1:8080", "http://evil.example"];
        assert!(!accepts("127.0.0.1:8080", &twice));
        let mut headless = HeaderMap::new();
        headless.insert(ORIGIN, "http://a".parse().unwrap());
        assert!(!is_same_origin(&headless));
    }
}

//! The embedded files of the web app, and responses with them.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// One file of the web app.
#[derive(Debug)]
pub(crate) struct Asset {
    /// The path, without a leading `/`.
    path: &'static str,
    bytes: &'static [u8],
    /// The same, gzipped, if that is shorter.
    gzip: Option<&'static [u8]>,
    /// The same, compressed with brotli, if that is shorter.
    brotli: Option<&'static [u8]>,
    /// A weak entity tag for all forms.
    tag: &'static str,
}

/// The web app as of the build of this crate, sorted by path.
pub(crate) static EMBEDDED: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const NOT_FOUND: &str = include_str!("not_found.html");
const HTML: &str = "text/html; charset=utf-8";
/// Bytes of no other type.
const BINARY: &str = "application/octet-stream";

/// The prefix of folders that are named after their contents, so that a path never changes its meaning.
const BUILD_FOLDER: &str = "b-";

/// The response to a request for `path`, which starts with `/`.
pub(crate) fn answer(assets: &'static [Asset], path: &str, request: &HeaderMap) -> Response {
    let path = match path.strip_prefix('/').unwrap_or(path) {
        "" => "index.html",
        path => path,
    };
    let Ok(index) = assets.binary_search_by_key(&path, |asset| asset.path) else {
        let headers = [(CONTENT_TYPE, HTML), (CACHE_CONTROL, "no-store")];
        return (StatusCode::NOT_FOUND, headers, NOT_FOUND).into_response();
    };
    let asset = &assets[index];
    let keep = match path.split_once('/') {
        Some((folder, _)) if folder.starts_with(BUILD_FOLDER) => {
            "public, max-age=31536000, immutable"
        }
        _ => "no-cache",
    };
    let headers = [
        (CACHE_CONTROL, keep),
        (ETAG, asset.tag),
        (VARY, "Accept-Encoding"),
    ];
    if has_element(request, IF_NONE_MATCH.as_str(), |tag| {
        tag == asset.tag || tag == "*"
    }) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = [(CONTENT_TYPE, media_type(path).unwrap_or(BINARY))];
    let compressed = [("br", asset.brotli), ("gzip", asset.gzip)];
    let accepted = |coding: &str| {
        let encodings = ACCEPT_ENCODING.as_str();
        let named = |element: &str| weight(element).0 == coding;
        let wanted = match has_element(request, encodings, named) {
            true => coding,
            false => "*",
        };
        has_element(request, encodings, |element| {
            let (coding, weight) = weight(element);
            coding == wanted && weight > 0.0
        })
    };
    for (coding, bytes) in compressed {
        if let Some(bytes) = bytes.filter(|_| accepted(coding)) {
            let coding = [(CONTENT_ENCODING, coding)];
            return (headers, kind, coding, Body::from(bytes)).into_response();
        }
    }
    (headers, kind, Body::from(asset.bytes)).into_response()
}

/// Whether an element of a list header satisfies `wanted`.
fn has_element(headers: &HeaderMap, name: &str, wanted: impl Fn(&str) -> bool) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|token| wanted(token.trim()))
}

/// The coding of an element of `Accept-Encoding`, and its weight.
fn weight(element: &str) -> (&str, f32) {
    let (coding, parameter) = element.split_once(';').unwrap_or((element, ""));
    let weight = parameter.trim().strip_prefix("q=");
    let weight = weight.and_then(|weight| weight.parse().ok());
    (coding.trim(), weight.unwrap_or(1.0))
}

/// The media type of a file by its extension; `None` if that is unknown.
fn media_type(path: &str) -> Option<&'static str> {
    Some(
        match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => HTML,
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "wasm" => "application/wasm",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "webmanifest" => "application/manifest+json",
            "json" => "application/json",
            "txt" => "text/plain; charset=utf-8",
            "values" => BINARY,
            _ => return None,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    static SITE: &[Asset] = &[
        Asset {
            path: "b-0123/app.wasm",
            bytes: b"wasm",
            gzip: Some(b"zipped"),
            brotli: Some(b"brotli"),
            tag: "W/\"1\"",
        },
        Asset {
            path: "b-0123/icon.png",
            bytes: b"png",
            gzip: None,
            brotli: None,
            tag: "W/\"2\"",
        },
        Asset {
            path: "index.html",
            bytes: b"page",
            gzip: Some(b"zipped page"),
            brotli: None,
            tag: "W/\"3\"",
        },
    ];

    fn ask(path: &str, request: &[(&'static str, &str)]) -> Response {
        let mut headers = HeaderMap::new();
        for (name, value) in request {
            headers.append(*name, value.parse().unwrap());
        }
        answer(SITE, path, &headers)
    }

    fn header(response: &Response, name: impl axum::http::header::AsHeaderName) -> Option<&str> {
        response
            .headers()
            .get(name)
            .map(|value| value.to_str().unwrap())
    }

    #[test]
    fn the_build_folder_is_cached_and_pages_are_revalidated() {
        let forever = Some("public, max-age=31536000, immutable");
        assert_eq!(
            header(&ask("/b-0123/app.wasm", &[]), CACHE_CONTROL),
            forever
        );
        for page in ["/", "/index.html"] {
            assert_eq!(header(&ask(page, &[]), CACHE_CONTROL), Some("no-cache"));
        }
    }

    #[test]
    fn wasm_has_the_media_type_for_streaming_compilation() {
        let response = ask("/b-0123/app.wasm", &[]);
        assert_eq!(header(&response, CONTENT_TYPE), Some("application/wasm"));
    }

    #[tokio::test]
    async fn the_best_form_that_the_client_accepts_is_sent() {
        let wasm = "/b-0123/app.wasm";
        for (path, accepted, sent, body) in [
            (wasm, "gzip, deflate, br, zstd", Some("br"), "brotli"),
            (wasm, "br", Some("br"), "brotli"),
            (wasm, "*", Some("br"), "brotli"),
            (wasm, "br;q=0, gzip", Some("gzip"), "zipped"),
            (wasm, "br;q=0, *", Some("gzip"), "zipped"),
            (wasm, "gzip", Some("gzip"), "zipped"),
            (wasm, "identity", None, "wasm"),
            ("/", "gzip", Some("gzip"), "zipped page"),
            ("/", "br, gzip;q=0.5", Some("gzip"), "zipped page"),
            ("/", "*", Some("gzip"), "zipped page"),
            ("/", "br", None, "page"),
            ("/", "gzip;q=0", None, "page"),
            ("/", "gzip; q=0.000", None, "page"),
            ("/b-0123/icon.png", "gzip, br", None, "png"),
        ] {
            let response = ask(path, &[("accept-encoding", accepted)]);
            let coding = header(&response, CONTENT_ENCODING);
            assert_eq!(coding, sent, "{path} {accepted}");
            assert_eq!(header(&response, VARY), Some("Accept-Encoding"));
            let bytes = axum::body::to_bytes(response.into_body(), 100).await;
            assert_eq!(bytes.unwrap(), body, "{path} {accepted}");
        }
    }

    #[test]
    fn a_known_tag_is_answered_with_not_modified() {
        for (tags, status) in [
            ("W/\"3\"", StatusCode::NOT_MODIFIED),
            ("W/\"9\", W/\"3\"", StatusCode::NOT_MODIFIED),
            ("*", StatusCode::NOT_MODIFIED),
            ("W/\"9\"", StatusCode::OK),
        ] {
            assert_eq!(
                ask("/", &[("if-none-match", tags)]).status(),
                status,
                "{tags}"
            );
        }
    }

    #[test]
    fn other_paths_are_not_found() {
        for path in [
            "/b-0123/",
            "/b-0123",
            "/index.html/",
            "//index.html",
            "/../x",
            "/b-9/app.wasm",
        ] {
            let response = ask(path, &[]);
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert_eq!(header(&response, CONTENT_TYPE), Some(HTML));
        }
    }

    #[test]
    fn the_embedded_files_can_be_found() {
        assert!(EMBEDDED.is_sorted_by_key(|asset| asset.path));
        for path in EMBEDDED.iter().map(|asset| asset.path).chain([""]) {
            let response = answer(EMBEDDED, &format!("/{path}"), &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::OK, "{path}");
        }
        for asset in EMBEDDED {
            assert!(media_type(asset.path).is_some(), "{}", asset.path);
        }
    }
}

//! The description of the API in OpenAPI 3.1. It follows from the routes and from the types of their answers.

use crate::api_response::describe_error;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::map_response;
use axum::response::IntoResponse;
use parlour_protocol::ErrorBody;
use std::sync::{Arc, OnceLock};
use utoipa::OpenApi as _;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, Components, ContentBuilder, ObjectBuilder, Ref, RefOr, Type};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The path of this version of the API.
pub(crate) const VERSION_PATH: &str = "/api/v1";
/// The path without a version, which has the same routes.
const PATH: &str = "/api";

/// Everything but the routes.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Parlour",
        license(name = "MIT OR Apache-2.0"),
        description = "Tables, shared replays, tournaments and the ladder of a Parlour server. Within version 1, fields, codes of errors \
            and paths may be added; none changes its meaning or goes. Lists of tournaments, games and agents come in \
            pages, counted from 1: `total` is the number of items on all pages. One address may send a limited number \
            of requests per second; beyond it the answer is 429 with `Retry-After`."
    ),
    tags(
        (name = "server", description = "The server and this description"),
        (name = "tables", description = "Tables for people, policies and remote agents"),
        (name = "shared replays", description = "Records that several people watch together, one of whom leads"),
        (name = "daily", description = "The same deal for everybody on a day, one attempt for each visitor"),
        (name = "tournaments", description = "Results of tournaments, and tournaments on the server"),
        (name = "ladder", description = "Agents that anybody registers, and their rated games")
    ),
    components(schemas(ErrorBody))
)]
struct Description;

/// The text of the description, once all routes are known.
type Text = Arc<OnceLock<String>>;

/// The API with its description, below its paths. `health` describes the pages beside it.
pub(crate) fn router(api: OpenApiRouter, health: openapi::OpenApi) -> Router {
    let text = Text::default();
    let own = (OpenApiRouter::new().routes(routes!(description))).with_state(Arc::clone(&text));
    let (router, routes) = api.merge(own).split_for_parts();
    let mut description = Description::openapi().nest(VERSION_PATH, routes);
    description.merge(health);
    complete(&mut description);
    // A description has only texts as keys.
    let _ = text.set(description.to_json().unwrap_or_default());
    let router = router
        .fallback(async || StatusCode::NOT_FOUND)
        .layer(map_response(describe_error));
    Router::new()
        .nest(VERSION_PATH, router.clone())
        .nest(PATH, router)
}

/// This description.
#[utoipa::path(get, path = "/openapi.json", tag = "server", responses((status = 200, body = Object)))]
async fn description(State(text): State<Text>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, text.get().cloned().unwrap_or_default())
}

/// Adds the errors, which all operations share, and the security scheme. Names of handlers become unique ids.
fn complete(description: &mut openapi::OpenApi) {
    let operations = description.paths.paths.values_mut().flat_map(operations);
    for operation in operations {
        let tag = operation.tags.iter().flatten().next();
        if let (Some(tag), Some(handler)) = (tag, &operation.operation_id) {
            operation.operation_id = Some(format!("{tag}_{handler}").replace(' ', "_"));
        }
        let responses = &mut operation.responses.responses;
        for (status, name) in [("429", "TooManyRequests"), ("default", "Error")] {
            let response = RefOr::Ref(Ref::from_response_name(name));
            responses.insert(status.to_owned(), response);
        }
    }
    let components = description.components.get_or_insert_with(Components::new);
    let error = |about: &str| {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody")));
        openapi::ResponseBuilder::new()
            .description(about)
            .content("application/json", body.build())
    };
    let seconds = HeaderBuilder::new()
        .description(Some(
            "The number of seconds after which to try again, if the server knows it",
        ))
        .schema(Some(ObjectBuilder::new().schema_type(Type::Integer)));
    let too_many = error("The client has reached a limit").header("Retry-After", seconds.build());
    let responses = &mut components.responses;
    responses.insert("TooManyRequests".to_owned(), too_many.build().into());
    let any = error("Any error: a sentence in English, and the same as a code with arguments");
    responses.insert("Error".to_owned(), any.build().into());
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "The token of the table's owner (`keeper`), of the creator of a shared replay, of the agent of the ladder, or \
             of the server",
        ));
    components.add_security_scheme("token", SecurityScheme::Http(token.build()));
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get, post, delete, ..
    } = path;
    [get, post, delete].into_iter().flatten()
}

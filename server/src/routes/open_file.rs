//! `POST /admin/traces/open`: a file of runs, shown or turned into another form, and forgotten.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{FromRequest as _, Request, State};
use axum::response::Response;
use http::StatusCode;
use site_agent_app::admin::pages::Upload;
use site_agent_app::admin::run::{LARGEST, Opened, open, write_again};

use super::run_files::{JSON, LINES, file};
use crate::exports::{Exported, export};
use crate::site::Site;

/// What the form has beside the file.
pub(crate) const ROOM: usize = LARGEST + 64 * 1024;

/// What is done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum As {
    #[default]
    Page,
    Lines,
    Otlp,
}

#[derive(Debug, Default)]
struct Form {
    name: String,
    content: Option<Bytes>,
    from: usize,
    becomes: As,
}

/// Reads the form and answers it.
pub(crate) async fn answer(State(site): State<Site>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let page = Request::from_parts(parts.clone(), Body::empty());
    let form = match read(Request::from_parts(parts, body)).await {
        Ok(form) => form,
        Err(problem) => return refuse(&site, page, problem).await,
    };
    let Some(content) = form.content.filter(|content| !content.is_empty()) else {
        return refuse(&site, page, "No file was chosen, or it is empty.".to_owned()).await;
    };
    // Reading many megabytes is work for a processor.
    let opened = tokio::task::spawn_blocking(move || {
        std::str::from_utf8(&content).map(open).map_err(|_| "The file is not a text in UTF-8.")
    });
    let opened = match opened.await {
        Ok(Ok(opened)) if opened.runs.is_empty() => {
            let why =
                opened.refused.first().map(|one| format!(" Line {}: {}.", one.line, one.problem));
            let problem = format!("There is no run in this file.{}", why.unwrap_or_default());
            return refuse(&site, page, problem).await;
        }
        Ok(Ok(opened)) => opened,
        Ok(Err(problem)) => return refuse(&site, page, problem.to_owned()).await,
        Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
    };
    match form.becomes {
        As::Lines => file("runs.jsonl", LINES, write_again(&opened).into()),
        As::Otlp => otlp(&opened),
        As::Page => {
            let (name, from) = (form.name, form.from);
            site.page_with(page, Upload::File { name, from, opened: Arc::new(opened) }).await
        }
    }
}

async fn refuse(site: &Site, page: Request, problem: String) -> Response {
    let mut response = site.page_with(page, Upload::Refused(problem)).await;
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}

async fn read(request: Request) -> Result<Form, String> {
    let told = |error: MultipartError| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            format!("The file is larger than {} MB.", LARGEST / 1024 / 1024)
        }
        _ => "The form did not arrive whole. Send it again.".to_owned(),
    };
    let Ok(mut parts) = Multipart::from_request(request, &()).await else {
        return Err("Choose a file and press Open.".to_owned());
    };
    let mut form = Form { from: 1, ..Form::default() };
    while let Some(part) = parts.next_field().await.map_err(told)? {
        match part.name() {
            Some("file") => {
                form.name = part.file_name().unwrap_or("file").chars().take(120).collect();
                form.content = Some(part.bytes().await.map_err(told)?);
            }
            Some("from") => {
                form.from = part.text().await.map_err(told)?.trim().parse().unwrap_or(1);
            }
            Some("as") => {
                form.becomes = match part.text().await.map_err(told)?.as_str() {
                    "jsonl" => As::Lines,
                    "otlp" => As::Otlp,
                    _ => As::Page,
                };
            }
            _ => {}
        }
    }
    Ok(form)
}

/// One run is a document of its own, several are one a line.
fn otlp(opened: &Opened) -> Response {
    let spans = opened.runs.iter().filter_map(|run| {
        let stored = run.stored.as_ref();
        let exported = Exported {
            trace: &run.trace,
            document: &run.document,
            id: run.trace.id.as_deref(),
            widget: stored.map_or("", |stored| &stored.widget),
            code: stored.map_or("", |stored| &stored.code),
        };
        serde_json::to_string(&export(exported)).ok()
    });
    let text = spans.collect::<Vec<_>>().join("\n");
    match opened.runs.len() {
        1 => file("run.otlp.json", JSON, text.into()),
        _ => file("runs.otlp.jsonl", LINES, format!("{text}\n").into()),
    }
}

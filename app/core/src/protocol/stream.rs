//! A streamed reply: pieces of its text, then the whole, or an error after the head has gone out.

use super::fault::Code;
use super::reply::Reply;
use super::response::{ModelFailure, failure, from_response};
use crate::json::{self, Value};
use crate::sse::Event;

/// What an event of a streamed reply says.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A piece of the text.
    Delta(String),
    /// The whole reply, which is the end.
    Reply(Reply),
    /// The model failed after all, which is the end.
    Failed(ModelFailure),
}

impl Piece {
    /// Reads an event; `None` for one that this version does not know.
    #[must_use]
    pub fn from_event(event: &Event) -> Option<Self> {
        let Event { name, data } = event;
        Some(match name.as_slice() {
            b"delta" => match json::parse_bytes(data).ok().as_ref().and_then(text_of) {
                Some(text) => Self::Delta(text.to_owned()),
                None => Self::Failed(ModelFailure::bare(
                    Code::BadReply,
                    "A piece of the model's reply cannot be read.",
                )),
            },
            b"reply" => match from_response(200, None, data) {
                Ok(reply) => Self::Reply(reply),
                Err(failure) => Self::Failed(failure),
            },
            b"error" => {
                let mut failed = failure(200, None, json::parse_bytes(data).ok().as_ref(), false);
                // The head's status was that of a success and says nothing of this.
                if let Some(detail) = &mut failed.fault.detail {
                    detail.status = None;
                }
                Self::Failed(failed)
            }
            _ => return None,
        })
    }
}

/// The failure of a stream that ended without a reply.
#[must_use]
pub fn cut_off() -> ModelFailure {
    ModelFailure::bare(Code::ModelError, "The model's reply was cut off.")
}

fn text_of(value: &Value) -> Option<&str> {
    value.get("text")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::{Piece, cut_off};
    use crate::protocol::{Code, Detail, Reply};
    use crate::sse::Event;

    fn read(name: &str, data: &str) -> Option<Piece> {
        Piece::from_event(&Event { name: name.into(), data: data.into() })
    }

    fn failed(name: &str, data: &str) -> (Code, String, Option<Detail>) {
        match read(name, data) {
            Some(Piece::Failed(failure)) => {
                assert_eq!((failure.retry_ms, failure.caps), (None, None));
                (failure.fault.code, failure.fault.message, failure.fault.detail)
            }
            other => panic!("{name} {data}: {other:?}"),
        }
    }

    #[test]
    fn events_are_read_by_their_names() {
        assert_eq!(read("delta", r#"{"text":"Zoë"}"#), Some(Piece::Delta("Zoë".into())));
        let reply = read("reply", r#"{"type":"answer","text":"Yes."}"#);
        assert!(matches!(reply, Some(Piece::Reply(Reply::Answer { text, .. })) if text == "Yes."));
        for name in ["", "ping", "Delta"] {
            assert_eq!(read(name, "{}"), None, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_a_bad_reply() {
        for (name, data) in [
            ("delta", "{"),
            ("delta", "{}"),
            ("delta", r#"{"text":1}"#),
            ("reply", "{"),
            ("reply", r#"{"type":"answer","text":" "}"#),
            ("reply", "<html>"),
        ] {
            assert_eq!(failed(name, data).0, Code::BadReply, "{name} {data}");
        }
    }

    #[test]
    fn an_error_after_the_head_says_what_the_proxy_said() {
        let (code, message, detail) = failed(
            "error",
            r#"{"error":{"code":"truncated","message":"Cut by its limit.","requestId":"req_1"}}"#,
        );
        assert_eq!((code, message.as_str()), (Code::ModelError, "Cut by its limit."));
        let detail = detail.expect("a detail");
        assert_eq!(detail.status, None);
        assert_eq!(detail.code.as_deref(), Some("truncated"));
        assert_eq!(detail.request_id.as_deref(), Some("req_1"));
        assert_eq!(failed("error", r#"{"error":{"code":"bad-reply"}}"#).0, Code::BadReply);
        // One that says nothing is told as what it comes to.
        for data in ["", "{", "{}", r#"{"error":"no"}"#] {
            let (code, message, _) = failed("error", data);
            assert_eq!((code, message), (Code::ModelError, cut_off().fault.message), "{data}");
        }
    }
}

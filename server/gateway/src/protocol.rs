//! Protocol 1 as this server reads and writes it.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use bytes::Bytes;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::config::Caps;
use crate::error::{ApiError, Code};
use crate::text::Text;

/// The protocol's version.
pub const VERSION: u64 = 1;

/// A request that keeps to the protocol and its caps; what is long in it stays where it was written.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    /// The site's own extra, from the browser.
    pub(crate) instructions: Text<'a>,
    pub(crate) messages: Vec<Message<'a>>,
    /// The list of tools as it was written: the same with every step of a page.
    pub(crate) tools: &'a str,
}

/// One entry of the history.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    User {
        text: Text<'a>,
    },
    Answer {
        text: Text<'a>,
        meta: Option<Value>,
    },
    Call {
        id: String,
        name: String,
        arguments: Cow<'a, RawValue>,
        text: Text<'a>,
        meta: Option<Value>,
    },
    Result {
        id: String,
        name: String,
        text: Text<'a>,
        is_error: bool,
    },
}

/// A tool on offer.
#[derive(Debug, Deserialize)]
pub(crate) struct Tool {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(rename = "inputSchema", default)]
    pub(crate) input_schema: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    version: Value,
}

#[derive(Deserialize)]
struct WireRequest<'a> {
    #[serde(default)]
    version: Value,
    #[serde(borrow, default)]
    instructions: Option<Text<'a>>,
    messages: Vec<Object<WireMessage<'a>>>,
    #[serde(borrow, default, deserialize_with = "written")]
    tools: Option<&'a RawValue>,
}

/// A value as it was written, also where that is `null`.
fn written<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

#[derive(Deserialize)]
struct WireMessage<'a> {
    role: Role,
    #[serde(borrow, default)]
    text: Option<Text<'a>>,
    #[serde(default)]
    meta: Option<Value>,
    #[serde(borrow, default)]
    tool: Option<Object<WireCall<'a>>>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(rename = "isError", default)]
    is_error: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
    Tool,
}

#[derive(Deserialize)]
struct WireCall<'a> {
    #[serde(default)]
    id: Option<String>,
    name: String,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(default)]
    meta: Option<Value>,
}

/// A value that is written as a JSON object; serde alone would read a struct from an array too.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keyed<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keyed<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Keyed(PhantomData))
    }
}

impl<'a> Request<'a> {
    /// Reads a body but for its tools, see [`tools`]. Where it does not fit, its version is looked
    /// at first, so that another protocol is named as such and not as a missing field.
    pub(crate) fn parse(body: &'a [u8], caps: Caps) -> Result<Self, ApiError> {
        let other =
            || ApiError::new(Code::UnsupportedVersion, "this server speaks protocol version 1");
        let body = simdutf8::compat::from_utf8(body).map_err(bad)?;
        let wire = match serde_json::from_str::<Object<WireRequest>>(body) {
            Ok(Object(wire)) if wire.version == VERSION => wire,
            Ok(_) => return Err(other()),
            Err(error) => {
                let Object(head) = serde_json::from_str::<Object<Head>>(body).map_err(bad)?;
                return Err(if head.version == VERSION { bad(error) } else { other() });
            }
        };
        if wire.messages.len() > caps.messages {
            return Err(over("messages", wire.messages.len(), caps.messages, caps));
        }
        if wire.messages.is_empty() {
            return Err(ApiError::new(Code::BadRequest, "there are no messages"));
        }
        let messages = wire
            .messages
            .into_iter()
            .map(|message| message.0.try_into())
            .collect::<Result<_, _>>()?;
        Ok(Self {
            instructions: wire.instructions.unwrap_or_default(),
            messages,
            tools: wire.tools.map_or("[]", RawValue::get),
        })
    }
}

/// Reads a list of tools.
pub(crate) fn tools(written: &str) -> Result<Vec<Tool>, ApiError> {
    let tools: Vec<Object<Tool>> = serde_json::from_str(written).map_err(bad)?;
    Ok(tools.into_iter().map(|tool| tool.0).collect())
}

fn bad(error: impl fmt::Display) -> ApiError {
    ApiError::new(Code::BadRequest, format!("this is not a request of protocol 1: {error}"))
}

/// More than the cap allows.
pub(crate) fn over(what: &str, count: usize, cap: usize, caps: Caps) -> ApiError {
    ApiError::new(Code::BadRequest, format!("{count} {what}, the cap is {cap}")).with_caps(caps)
}

impl<'a> TryFrom<WireMessage<'a>> for Message<'a> {
    type Error = ApiError;

    fn try_from(wire: WireMessage<'a>) -> Result<Self, ApiError> {
        let text = wire.text.unwrap_or_default();
        match (wire.role, wire.tool) {
            (Role::User, _) => Ok(Self::User { text }),
            (Role::Assistant, None) => Ok(Self::Answer { text, meta: wire.meta }),
            (Role::Assistant, Some(Object(call))) => Ok(Self::Call {
                id: call.id.unwrap_or_default(),
                name: call.name,
                arguments: object(call.arguments)?,
                text,
                meta: call.meta.or(wire.meta),
            }),
            (Role::Tool, _) => Ok(Self::Result {
                id: wire.id.unwrap_or_default(),
                name: wire.name.unwrap_or_default(),
                text,
                is_error: wire.is_error,
            }),
        }
    }
}

/// Arguments are an object: absent, null and blank text mean `{}`, text that holds an object is
/// that object, anything else is refused.
fn object(raw: Option<&RawValue>) -> Result<Cow<'_, RawValue>, ApiError> {
    let refused = || ApiError::new(Code::BadRequest, "a call's arguments are not an object");
    let Some(raw) = raw else {
        return empty();
    };
    match raw.get().as_bytes().first() {
        Some(b'{') => readable(Cow::Borrowed(raw)),
        Some(b'n') => empty(),
        Some(b'"') => {
            let text: String = serde_json::from_str(raw.get()).map_err(|_| refused())?;
            if text.trim().is_empty() {
                return empty();
            }
            let inner: Box<RawValue> = serde_json::from_str(text.trim()).map_err(|_| refused())?;
            if inner.get().starts_with('{') { readable(Cow::Owned(inner)) } else { Err(refused()) }
        }
        _ => Err(refused()),
    }
}

/// Arguments are handed on as they were written, but only those that can be read: of numbers out of
/// any range, and of no more levels than a document may have.
fn readable(raw: Cow<'_, RawValue>) -> Result<Cow<'_, RawValue>, ApiError> {
    match serde_json::from_str::<Value>(raw.get()) {
        Ok(_) => Ok(raw),
        Err(error) => Err(ApiError::new(
            Code::BadRequest,
            format!("a call's arguments cannot be read: {error}"),
        )),
    }
}

fn empty() -> Result<Cow<'static, RawValue>, ApiError> {
    RawValue::from_string("{}".into()).map(Cow::Owned).map_err(|error| ApiError::of_ours(&error))
}

/// A model's reply, as the browser reads it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// It wants a tool called.
    Tool {
        /// The page's name of the tool.
        name: String,
        /// The arguments.
        arguments: Map<String, Value>,
        /// The provider's id of the call.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// What it said before.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// What the provider wants back verbatim.
        #[serde(skip_serializing_if = "Option::is_none")]
        meta: Option<Value>,
        /// The model that answered.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        /// Tokens of the step.
        #[serde(skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
    /// It answers.
    Answer {
        /// The text.
        text: String,
        /// What the provider wants back verbatim.
        #[serde(skip_serializing_if = "Option::is_none")]
        meta: Option<Value>,
        /// The model that answered.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        /// Tokens of the step.
        #[serde(skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
}

impl Reply {
    /// The document that goes back.
    pub(crate) fn to_bytes(&self) -> Result<Bytes, ApiError> {
        serde_json::to_vec(self).map(Bytes::from).map_err(|error| ApiError::of_ours(&error))
    }
}

/// Tokens of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Read.
    pub input: u64,
    /// Written.
    pub output: u64,
}

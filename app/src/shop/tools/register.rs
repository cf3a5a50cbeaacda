//! Hands the tools to `document.modelContext`, the browser's own or the shim's.
//!
//! WebMCP is young and has no bindings: objects are made by name, and JSON is parsed by the
//! browser, so that a schema arrives there exactly as it is written here.

use std::rc::Rc;

use js_sys::{Function, JSON, Object, Promise, Reflect};
use leptos::prelude::document;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::AbortController;

use super::{Context, Place, Tool, run};
use crate::shop::said::Said;

/// Registers the tools of a kind of page. Where no agent can see them, nothing happens.
pub(super) fn register_all(place: Place, context: &Context) {
    let context = Rc::new(context.clone());
    for tool in Tool::on(place) {
        if let Err(error) = register(tool, &context) {
            warn(tool, &error);
        }
    }
}

fn register(tool: Tool, context: &Rc<Context>) -> Result<(), JsValue> {
    let model_context = Reflect::get(&document(), &"modelContext".into())?;
    let Some(model_context) = model_context.dyn_ref::<Object>() else { return Ok(()) };
    let register: Function = Reflect::get(model_context, &"registerTool".into())?.dyn_into()?;
    let life = AbortController::new()?;
    let options = object(&[("signal", life.signal().into())])?;
    let descriptor = descriptor(tool, context, life)?;
    let registered = register.call2(model_context, &descriptor, &options)?;
    spawn_local(async move {
        if let Err(error) = JsFuture::from(Promise::resolve(&registered)).await {
            warn(tool, &error);
        }
    });
    Ok(())
}

/// What `registerTool` wants. `life` ends a tool that has nothing left to do.
fn descriptor(tool: Tool, context: &Rc<Context>, life: AbortController) -> Result<Object, JsValue> {
    let context = Rc::clone(context);
    let execute = Closure::<dyn Fn(JsValue) -> Promise>::new(move |input: JsValue| {
        let (context, life) = (Rc::clone(&context), life.clone());
        future_to_promise(async move {
            let arguments = JSON::stringify(&input)?.as_string().unwrap_or_default();
            let said = run::run(tool, &arguments, &context).await;
            let result = result(&said)?;
            if said.placed.is_some() {
                life.abort();
            }
            Ok(result)
        })
    });
    object(&[
        ("name", tool.name().into()),
        ("title", tool.title().into()),
        ("description", tool.description().into()),
        ("inputSchema", JSON::parse(tool.schema())?),
        ("annotations", JSON::parse(tool.annotations())?),
        ("execute", execute.into_js_value()),
    ])
}

/// An MCP result: words, and whether they tell of a failure.
fn result(said: &Said) -> Result<JsValue, JsValue> {
    let content = serde_json::json!([{ "type": "text", "text": said.text }]);
    let result = if said.is_error {
        serde_json::json!({ "content": content, "isError": true })
    } else {
        serde_json::json!({ "content": content })
    };
    JSON::parse(&result.to_string())
}

fn object(entries: &[(&str, JsValue)]) -> Result<Object, JsValue> {
    let object = Object::new();
    for (key, value) in entries {
        Reflect::set(&object, &JsValue::from_str(key), value)?;
    }
    Ok(object)
}

fn warn(tool: Tool, error: &JsValue) {
    leptos::logging::warn!("the tool {} was not registered: {error:?}", tool.name());
}

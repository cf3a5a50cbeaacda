//! The last listing, as JavaScript reads it.

use site_agent_core::Listing;
use site_agent_core::json::{Object, Value};
use site_agent_core::tool::Tool;
use site_agent_core::wire::Wire;

/// `{"tools":[…],"dropped":[…]}`. Handles stay out, they mean nothing to a reader.
pub(crate) fn write(listing: &Listing) -> String {
    let mut object = Object::new();
    object.insert("tools", listing.tools.iter().map(tool).collect::<Value>());
    object.insert("dropped", listing.dropped.to_value());
    Value::Object(object).to_text()
}

fn tool(tool: &Tool) -> Value {
    let mut object = Object::new();
    tool.name.put(&mut object, "name");
    tool.title.put(&mut object, "title");
    tool.description.put(&mut object, "description");
    tool.input_schema.put(&mut object, "inputSchema");
    tool.hints.put(&mut object, "annotations");
    tool.origin.put(&mut object, "origin");
    tool.source.put(&mut object, "source");
    tool.framed.put(&mut object, "frame");
    tool.waits_for_submit.put(&mut object, "waitsForSubmit");
    Value::Object(object)
}

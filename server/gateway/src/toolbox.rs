//! A page's tools as providers take them. A page sends the same list with every step, and reading
//! and adapting it was most of a step's work: it is done once for each list.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foldhash::fast::RandomState;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::config::Caps;
use crate::cut::Cut;
use crate::error::ApiError;
use crate::names::Names;
use crate::protocol::{self, Tool};
use crate::provider::Wire;
use crate::schema;

/// The most that is kept, in bytes of what pages sent and what it became; then all is forgotten and
/// learnt anew.
const KEPT: usize = 4 * 1024 * 1024;

/// What a list, or a tool in it, takes besides its texts, in bytes.
const PLACE: usize = 512;

/// A tool with its provider name and adapted schema.
#[derive(Debug)]
pub(crate) struct ToolOut {
    pub(crate) name: String,
    pub(crate) description: Box<RawValue>,
    pub(crate) schema: Box<RawValue>,
    /// By which the schema is known again.
    pub(crate) hash: u64,
    /// As it was declared first, and to whom.
    declared: OnceLock<(Wire, Box<RawValue>)>,
}

impl ToolOut {
    /// With what is left of its schema where a provider refuses even the adapted one.
    pub(crate) fn bare(&self) -> serde_json::Result<Self> {
        let schema: Value = serde_json::from_str(self.schema.get())?;
        let (name, description) = (self.name.clone(), self.description.clone());
        Self::new(name, description, &schema::bare(&schema))
    }

    /// As it is declared to who is spoken to over `wire`. That is the same one nearly always, and for
    /// him it is written once.
    pub(crate) fn declared<'a, T: Serialize>(
        &'a self,
        wire: Wire,
        form: impl FnOnce(&'a Self) -> T,
    ) -> serde_json::Result<Cow<'a, RawValue>> {
        match self.declared.get() {
            Some((known, written)) if *known == wire => return Ok(Cow::Borrowed(written)),
            _ => {}
        }
        let written = to_raw_value(&form(self))?;
        // Who is the second has it written each time.
        let _ = self.declared.set((wire, written.clone()));
        Ok(Cow::Owned(written))
    }

    fn new(name: String, description: Box<RawValue>, schema: &Value) -> serde_json::Result<Self> {
        let schema = to_raw_value(schema)?;
        let mut hasher = DefaultHasher::new();
        schema.get().hash(&mut hasher);
        let hash = hasher.finish();
        Ok(Self { name, description, schema, hash, declared: OnceLock::new() })
    }
}

/// A list of tools once it was read.
#[derive(Debug)]
pub(crate) struct Toolbox {
    pub(crate) names: Arc<Names>,
    pub(crate) tools: Vec<Arc<ToolOut>>,
}

impl Toolbox {
    fn read(written: &str, caps: Caps) -> Result<Self, ApiError> {
        let tools = protocol::tools(written)?;
        if tools.len() > caps.tools {
            return Err(protocol::over("tools", tools.len(), caps.tools, caps));
        }
        let schemas: Vec<Value> = tools.iter().map(read_schema).collect();
        let offered = tools.iter().map(|tool| tool.name.as_str());
        let keys: Vec<_> = schemas.iter().flat_map(schema::keys).collect();
        let names = Names::new(offered, keys.into_iter());
        // Of tools with one name the first counts: a provider refuses all of them for the second.
        let mut taken = HashSet::new();
        let adapted = tools
            .iter()
            .zip(&schemas)
            .filter(|(tool, _)| taken.insert(tool.name.as_str()))
            .map(|(tool, schema)| {
                let name = names.outer(&tool.name).into_owned();
                let description = to_raw_value(&tool.description)?;
                ToolOut::new(name, description, &schema::adapt(schema, &names)).map(Arc::new)
            })
            .collect::<Result<_, _>>()
            .map_err(|error| ApiError::of_ours(&error))?;
        Ok(Self { names: Arc::new(names), tools: adapted })
    }

    /// About how many bytes it holds.
    fn size(&self) -> usize {
        // Each text is kept once more as it is declared, and each name is looked up both ways.
        let of = |tool: &Arc<ToolOut>| {
            let texts = tool.name.len() + tool.description.get().len() + tool.schema.get().len();
            PLACE + 2 * texts
        };
        PLACE + self.tools.iter().map(of).sum::<usize>()
    }
}

/// The schema; nothing where it cannot be read.
fn read_schema(tool: &Tool) -> Value {
    let schema = tool.input_schema.as_deref().map(RawValue::get);
    schema.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// The lists of a gateway's pages, by their whole text.
#[derive(Debug, Default)]
pub(crate) struct Toolboxes(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    known: HashMap<Box<[u8]>, Arc<Toolbox>, RandomState>,
    bytes: usize,
}

impl Toolboxes {
    /// A list as it was written, read.
    pub(crate) fn of(&self, written: &str, caps: Caps) -> Result<Arc<Toolbox>, ApiError> {
        if let Some(known) = self.find(written.as_bytes()) {
            return Ok(known);
        }
        let known = Arc::new(Toolbox::read(written, caps)?);
        // Its text, and the names in it, which are kept apart.
        let size = 2 * written.len() + known.size();
        self.kept(|kept| {
            if kept.bytes + size > KEPT {
                *kept = Kept::default();
            }
            if kept.known.insert(written.as_bytes().into(), Arc::clone(&known)).is_none() {
                kept.bytes += size;
            }
        });
        Ok(known)
    }

    /// A body whose list is known, without it.
    pub(crate) fn cut(&self, body: &[u8]) -> Option<Cut> {
        Cut::of(body, |list| self.find(list))
    }

    fn find(&self, written: &[u8]) -> Option<Arc<Toolbox>> {
        self.kept(|kept| kept.known.get(written).cloned())
    }

    fn kept<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::{KEPT, PLACE, Toolboxes};
    use crate::config::Caps;

    #[test]
    fn a_list_is_read_once_and_no_more_are_kept_than_fit() {
        let boxes = Toolboxes::default();
        let of = |list: &str| boxes.of(list, Caps::default()).expect("tools");
        let list = r#"[{"name":"a","inputSchema":{"properties":{"b":{}}}}]"#;
        let first = of(list);
        assert!(Arc::ptr_eq(&first, &of(list)));
        for nth in 0..600 {
            let schema = json!({ "title": "x".repeat(10_000), "nth": nth });
            of(&json!([{ "name": "a", "inputSchema": schema }]).to_string());
            assert!(boxes.kept(|kept| kept.bytes) <= KEPT);
        }
        assert!(!Arc::ptr_eq(&first, &of(list)), "it was forgotten, and is read anew");
        // Also lists that hold nothing take a place.
        for nth in 0..20_000 {
            of(&format!("[{nth:b}]").replace('0', " ").replace('1', "\t"));
            assert!(boxes.kept(|kept| kept.known.len()) <= KEPT / PLACE);
        }
    }

    #[test]
    fn a_schema_that_cannot_be_read_is_one_of_nothing() {
        let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        for odd in ["null", r#"{"maximum":1e999}"#, &deep] {
            let list = format!(r#"[{{"name":"a","inputSchema":{odd}}}]"#);
            let read = Toolboxes::default().of(&list, Caps::default()).expect("tools");
            let schema: Value = serde_json::from_str(read.tools[0].schema.get()).expect("JSON");
            assert_eq!(schema, json!({ "type": "object", "properties": {} }));
        }
    }

    #[test]
    fn a_tool_that_is_none_is_refused() {
        for odd in ["null", "{}", "[1]", "[{}]", r#"[["a","",{}]]"#, r#"[{"name":1}]"#] {
            assert!(Toolboxes::default().of(odd, Caps::default()).is_err(), "{odd}");
        }
    }
}

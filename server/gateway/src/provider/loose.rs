//! Documents whose form nobody vouches for. Reading a member that is not there gives null; taking or
//! writing one by an index would panic on what is no object, so both go through here.

use serde_json::{Map, Value};

pub(super) trait Loose {
    /// Takes a member out; null where there is none.
    fn taken(&mut self, key: &str) -> Value;

    /// A member to be written; what is no object becomes one.
    fn slot(&mut self, key: &str) -> &mut Value;

    /// Whether it has no more than so many levels.
    fn is_within(&self, levels: usize) -> bool;
}

impl Loose for Value {
    fn taken(&mut self, key: &str) -> Value {
        self.get_mut(key).map(Value::take).unwrap_or_default()
    }

    fn slot(&mut self, key: &str) -> &mut Value {
        if !self.is_object() {
            *self = Value::Object(Map::new());
        }
        &mut self[key]
    }

    fn is_within(&self, levels: usize) -> bool {
        match self {
            Value::Array(items) => {
                levels > 0 && items.iter().all(|item| item.is_within(levels - 1))
            }
            Value::Object(members) => {
                levels > 0 && members.values().all(|member| member.is_within(levels - 1))
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Loose as _;

    #[test]
    fn nothing_panics_whatever_it_is() {
        for odd in [json!(null), json!([1]), json!("x"), json!(5), json!(true), json!({})] {
            assert_eq!(odd.clone().taken("a"), Value::Null);
            let mut built = odd.clone();
            *built.slot("a").slot("b") = json!(1);
            assert_eq!(built, json!({ "a": { "b": 1 } }), "{odd}");
        }
        assert_eq!(json!({ "a": 1 }).taken("a"), 1);
        assert!(json!(1).is_within(0) && json!([[], {}]).is_within(2));
        assert!(!json!([[], {}]).is_within(1));
    }
}

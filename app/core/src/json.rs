//! JSON values. Placeholder until the parser lands.

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// null
    Null,
    /// An object.
    Object(Object),
}
/// An object with its key order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object;
impl Value {
    /// Compact text.
    #[must_use]
    pub fn to_text(&self) -> String {
        String::new()
    }
}

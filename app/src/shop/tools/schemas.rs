//! The JSON Schemas of the tools' arguments, as the browser gets them. A property's title labels it on
//! the card that asks the visitor.

/// No arguments.
pub(super) const NOTHING: &str = r#"{"type":"object","properties":{}}"#;

/// A product by its name or number.
pub(super) const PRODUCT: &str = r#"{
  "type": "object",
  "properties": {
    "product": {
      "type": "string",
      "title": "Product",
      "description": "Name or article number, such as Blue enamel mug or MUG-BLUE",
      "minLength": 1,
      "maxLength": 80
    }
  },
  "required": ["product"]
}"#;

/// A product and how many.
pub(super) const PRODUCT_AND_QUANTITY: &str = r#"{
  "type": "object",
  "properties": {
    "product": {
      "type": "string",
      "title": "Product",
      "description": "Name or article number, such as Blue enamel mug or MUG-BLUE",
      "minLength": 1,
      "maxLength": 80
    },
    "quantity": {
      "type": "integer",
      "title": "Quantity",
      "description": "How many",
      "minimum": 1,
      "maximum": 99
    }
  },
  "required": ["product", "quantity"]
}"#;

/// What to look for.
pub(super) const SEARCH: &str = r#"{
  "type": "object",
  "properties": {
    "query": {
      "type": "string",
      "title": "Search words",
      "description": "What to look for, such as mugs; empty for everything",
      "maxLength": 200
    },
    "max_price": {
      "type": "number",
      "title": "Highest price in euros",
      "description": "Only products up to this price",
      "minimum": 0
    }
  },
  "required": ["query"]
}"#;

/// A coupon's code.
pub(super) const CODE: &str = r#"{
  "type": "object",
  "properties": {
    "code": {
      "type": "string",
      "title": "Coupon code",
      "description": "The code as printed, such as WELCOME10",
      "minLength": 1,
      "maxLength": 40
    }
  },
  "required": ["code"]
}"#;

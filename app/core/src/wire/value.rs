//! How the plain types cross.

use super::{Wire, WireError};
use crate::json::{Number, Object, Value};

impl Wire for Value {
    fn to_value(&self) -> Value {
        self.clone()
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        Ok(value.clone())
    }
}

impl Wire for Object {
    fn to_value(&self) -> Value {
        Value::Object(self.clone())
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        value.as_object().cloned().ok_or_else(|| WireError::expected("an object", value))
    }
}

impl Wire for String {
    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        value.as_str().map(str::to_owned).ok_or_else(|| WireError::expected("a string", value))
    }
}

impl Wire for bool {
    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        value.as_bool().ok_or_else(|| WireError::expected("true or false", value))
    }
}

impl Wire for Number {
    fn to_value(&self) -> Value {
        Value::Number(self.clone())
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        value.as_number().cloned().ok_or_else(|| WireError::expected("a number", value))
    }
}

macro_rules! integers {
    ($($integer:ty: $read:ident),*) => {$(
        impl Wire for $integer {
            fn to_value(&self) -> Value {
                Value::from(*self)
            }

            fn from_value(value: &Value) -> Result<Self, WireError> {
                let number = value
                    .as_number()
                    .ok_or_else(|| WireError::expected("a whole number", value))?;
                let whole = number.$read().and_then(|whole| Self::try_from(whole).ok());
                whole.ok_or_else(|| integer_error(number, &Self::MIN.into(), &Self::MAX.into()))
            }
        }
    )*};
}

integers!(u8: as_u64, u16: as_u64, u32: as_u64, u64: as_u64, i32: as_i64, i64: as_i64);

impl Wire for usize {
    fn to_value(&self) -> Value {
        Value::from(*self)
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        u32::from_value(value).map(|size| size as usize)
    }
}

fn integer_error(got: &Number, least: &Number, most: &Number) -> WireError {
    let text: String = got.text().chars().take(40).collect();
    WireError::new(format!("expected a whole number from {least} to {most}, got {text}"))
}

impl<T: Wire> Wire for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Wire::to_value)
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        if value.is_null() { Ok(None) } else { T::from_value(value).map(Some) }
    }

    fn put(&self, object: &mut Object, key: &str) {
        if let Some(inner) = self {
            inner.put(object, key);
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(Wire::to_value).collect())
    }

    fn from_value(value: &Value) -> Result<Self, WireError> {
        let items = value.as_array().ok_or_else(|| WireError::expected("an array", value))?;
        let read = |(nth, item): (usize, &Value)| {
            T::from_value(item).map_err(|error| error.within(&nth.to_string()))
        };
        items.iter().enumerate().map(read).collect()
    }
}

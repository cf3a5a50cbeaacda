//! How the plain types cross.

use super::{Read, WireError, Write};
use crate::json::{Number, Object, Value};

impl Write for Value {
    fn write(&self) -> Value {
        self.clone()
    }
}

impl Read for Value {
    fn blank() -> Self {
        Self::Null
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        *self = value.clone();
        Ok(())
    }
}

macro_rules! plain {
    ($($Type:ty: $get:ident, $what:literal, $blank:expr;)*) => {$(
        impl Write for $Type {
            fn write(&self) -> Value {
                Value::from(self.clone())
            }
        }

        impl Read for $Type {
            fn blank() -> Self {
                $blank
            }

            fn read(&mut self, value: &Value) -> Result<(), WireError> {
                let Some(plain) = value.$get() else {
                    return Err(WireError::expected($what, value));
                };
                plain.clone_into(self);
                Ok(())
            }
        }
    )*};
}

plain! {
    bool: as_bool, "true or false", false;
    String: as_str, "a string", String::new();
    Object: as_object, "an object", Object::new();
    Number: as_number, "a number", Number::from(0_u8);
}

macro_rules! integers {
    ($($Integer:ty: $read:ident),*) => {$(
        impl Write for $Integer {
            fn write(&self) -> Value {
                Value::from(*self)
            }
        }

        impl Read for $Integer {
            fn blank() -> Self {
                0
            }

            fn read(&mut self, value: &Value) -> Result<(), WireError> {
                let number = value
                    .as_number()
                    .ok_or_else(|| WireError::expected("a whole number", value))?;
                let whole = number.$read().and_then(|whole| Self::try_from(whole).ok());
                let range = || integer_error(number, &Self::MIN.into(), &Self::MAX.into());
                *self = whole.ok_or_else(range)?;
                Ok(())
            }
        }
    )*};
}

integers!(u8: as_u64, u16: as_u64, u32: as_u64, u64: as_u64, i32: as_i64, i64: as_i64);

impl Write for usize {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Read for usize {
    fn blank() -> Self {
        0
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        let mut size = 0_u32;
        size.read(value)?;
        *self = size as usize;
        Ok(())
    }
}

fn integer_error(got: &Number, least: &Number, most: &Number) -> WireError {
    let text: String = got.text().chars().take(40).collect();
    WireError::new(format!("expected a whole number from {least} to {most}, got {text}"))
}

impl<T: Write> Write for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, Write::write)
    }

    fn is_none(&self) -> bool {
        self.is_none()
    }
}

impl<T: Read> Read for Option<T> {
    fn blank() -> Self {
        None
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        if value.is_null() { Ok(()) } else { self.insert(T::blank()).read(value) }
    }

    fn is_optional(&self) -> bool {
        true
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self) -> Value {
        Value::Array(self.iter().map(Write::write).collect())
    }
}

impl<T: Read> Read for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        read_items(value, &mut |item| {
            let mut read = T::blank();
            let done = read.read(item);
            self.push(read);
            done
        })
    }
}

/// Reads the items of an array one after the other.
fn read_items(
    value: &Value,
    read: &mut dyn FnMut(&Value) -> Result<(), WireError>,
) -> Result<(), WireError> {
    let items = value.as_array().ok_or_else(|| WireError::expected("an array", value))?;
    for (nth, item) in items.iter().enumerate() {
        read(item).map_err(|error| error.within(&nth.to_string()))?;
    }
    Ok(())
}

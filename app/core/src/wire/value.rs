//! How the plain types cross.

use super::member::SHOWN;
use super::{Read, WireError, Write};
use crate::json::{self, Number, Object, Value};
use crate::text::cut;

impl Write for Value {
    fn write(&self, out: &mut String) {
        json::write(out, self);
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

impl Write for str {
    fn write(&self, out: &mut String) {
        json::write_text(out, self);
    }
}

impl Write for &str {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Write for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Write for Number {
    fn write(&self, out: &mut String) {
        out.push_str(self.text());
    }
}

impl Write for Object {
    fn write(&self, out: &mut String) {
        json::write_object(out, self);
    }
}

/// Text that is JSON already.
pub(crate) struct Raw<'a>(pub(crate) &'a str);

impl Write for Raw<'_> {
    fn write(&self, out: &mut String) {
        out.push_str(self.0);
    }
}

macro_rules! plain {
    ($($Type:ty: $get:ident, $what:literal, $blank:expr;)*) => {$(
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
            fn write(&self, out: &mut String) {
                Number::from(*self).write(out);
            }
        }

        impl Read for $Integer {
            fn blank() -> Self {
                0
            }

            fn read(&mut self, value: &Value) -> Result<(), WireError> {
                let (least, most) = (Self::MIN.into(), Self::MAX.into());
                let whole = $read(value, least, most)?;
                *self = Self::try_from(whole).unwrap_or_default();
                Ok(())
            }
        }
    )*};
}

integers!(u8: count, u16: count, u32: count, u64: count, i32: whole, i64: whole);

impl Write for usize {
    fn write(&self, out: &mut String) {
        Number::from(*self).write(out);
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

/// A number from 0 up.
fn count(value: &Value, least: u64, most: u64) -> Result<u64, WireError> {
    match value.as_u64() {
        Some(count) if count <= most => Ok(count),
        _ => Err(out_of_range(value, &least.into(), &most.into())),
    }
}

/// A number that may be negative.
fn whole(value: &Value, least: i64, most: i64) -> Result<i64, WireError> {
    match value.as_number().and_then(Number::as_i64) {
        Some(whole) if (least..=most).contains(&whole) => Ok(whole),
        _ => Err(out_of_range(value, &least.into(), &most.into())),
    }
}

#[cold]
fn out_of_range(value: &Value, least: &Number, most: &Number) -> WireError {
    let Some(got) = value.as_number() else { return WireError::expected("a whole number", value) };
    let (got, _) = cut(got.text(), SHOWN);
    let words =
        ["expected a whole number from ", least.text(), " to ", most.text(), ", got ", &got];
    WireError::new(words.concat())
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut String) {
        if let Some(value) = self {
            value.write(out);
        }
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

impl<T: Write> Write for [T] {
    fn write(&self, out: &mut String) {
        write_items(out, self.len(), &|nth, out| self[nth].write(out));
    }
}

/// Writes an array of what each place writes; nothing is `null` here.
fn write_items(out: &mut String, length: usize, write: &dyn Fn(usize, &mut String)) {
    out.push('[');
    for nth in 0..length {
        if nth > 0 {
            out.push(',');
        }
        let start = out.len();
        write(nth, out);
        if out.len() == start {
            out.push_str("null");
        }
    }
    out.push(']');
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
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
pub(crate) fn read_items(
    value: &Value,
    read: &mut dyn FnMut(&Value) -> Result<(), WireError>,
) -> Result<(), WireError> {
    let Some(items) = value.as_array() else { return Err(WireError::expected("an array", value)) };
    for (nth, item) in items.iter().enumerate() {
        read(item).map_err(|error| error.within(Number::from(nth).text()))?;
    }
    Ok(())
}

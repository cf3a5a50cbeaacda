//! The parser: recursive descent over bytes, bounded in depth and size.

use super::{Number, Object, ParseError, Problem, Value, number};

/// The deepest nesting of arrays and objects that is read.
pub const MAX_DEPTH: usize = 128;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Reads one JSON value from bytes that may or may not be UTF-8.
pub fn parse_bytes(bytes: &[u8]) -> Result<Value, ParseError> {
    if bytes.len() > MAX_BYTES {
        return Err(ParseError { problem: Problem::TooLarge, offset: MAX_BYTES });
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => Err(ParseError { problem: Problem::Utf8, offset: error.valid_up_to() }),
    }
}

/// Reads one JSON value.
pub fn parse(text: &str) -> Result<Value, ParseError> {
    if text.len() > MAX_BYTES {
        return Err(ParseError { problem: Problem::TooLarge, offset: MAX_BYTES });
    }
    if text.starts_with('\u{feff}') {
        return Err(ParseError { problem: Problem::ByteOrderMark, offset: 0 });
    }
    let mut parser = Parser { text, at: 0, depth: 0 };
    let value = parser.value()?;
    parser.space();
    if parser.at < text.len() { Err(parser.error(Problem::Trailing)) } else { Ok(value) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, problem: Problem) -> ParseError {
        ParseError { problem, offset: self.at }
    }

    /// That something else must stand here, or that nothing does.
    fn expected(&self, what: &'static str) -> ParseError {
        self.error(if self.peek().is_none() { Problem::End } else { Problem::Expected(what) })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        self.space();
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(self.expected("a value")),
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, ParseError> {
        for byte in word.bytes() {
            if !self.eat(byte) {
                return Err(self.expected(word));
            }
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, ParseError> {
        match number::scan(self.rest()) {
            Ok(length) => {
                let number = Number::from_scanned(&self.text[self.at..self.at + length]);
                self.at += length;
                Ok(Value::Number(number))
            }
            Err(length) => {
                self.at += length;
                let ended = self.peek().is_none();
                Err(self.error(if ended { Problem::End } else { Problem::Number }))
            }
        }
    }

    /// Reads what the bracket under the cursor opens, one level down.
    fn nested(
        &mut self,
        inside: fn(&mut Self) -> Result<Value, ParseError>,
    ) -> Result<Value, ParseError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(Problem::TooDeep));
        }
        self.at += 1;
        self.depth += 1;
        let value = inside(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Value, ParseError> {
        let mut items = Vec::new();
        self.space();
        if self.eat(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.space();
            if self.eat(b']') {
                return Ok(Value::Array(items));
            }
            if !self.eat(b',') {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn object(&mut self) -> Result<Value, ParseError> {
        let mut object = Object::new();
        self.space();
        if self.eat(b'}') {
            return Ok(Value::Object(object));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key in double quotes"));
            }
            let key = self.string()?;
            self.space();
            if !self.eat(b':') {
                return Err(self.expected("`:`"));
            }
            object.take(key, self.value()?);
            self.space();
            if self.eat(b'}') {
                object.settle();
                return Ok(Value::Object(object));
            }
            if !self.eat(b',') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }

    /// Reads the string whose opening quote is under the cursor.
    fn string(&mut self) -> Result<String, ParseError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
            let plain = self.rest().iter().position(special).unwrap_or(self.rest().len());
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                None => return Err(self.error(Problem::End)),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.error(Problem::Control)),
            }
        }
    }

    /// Reads the escape whose backslash is under the cursor.
    fn escape(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode(start);
            }
            None => return Err(self.error(Problem::End)),
            Some(_) => return Err(self.error(Problem::Escape)),
        };
        self.at += 1;
        Ok(character)
    }

    /// Reads the digits after `\u`, and the second half where they are the first of a pair.
    fn unicode(&mut self, start: usize) -> Result<char, ParseError> {
        let alone = ParseError { problem: Problem::Surrogate, offset: start };
        let first = self.four_digits()?;
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).ok_or(alone);
        }
        if first >= 0xdc00 || !self.rest().starts_with(b"\\u") {
            return Err(alone);
        }
        self.at += 2;
        let second = self.four_digits()?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(alone);
        }
        char::from_u32(0x0001_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)).ok_or(alone)
    }

    fn four_digits(&mut self) -> Result<u32, ParseError> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else { return Err(self.error(Problem::End)) };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return Err(self.error(Problem::Escape));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

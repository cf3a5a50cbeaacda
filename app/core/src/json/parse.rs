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
    let mut parser = Parser { text, at: 0, depth: 0, problem: None };
    let value = parser.document();
    value.ok_or_else(|| ParseError {
        problem: parser.problem.unwrap_or(Problem::End),
        offset: parser.at,
    })
}

/// Reads on while it can: what is `None` went wrong, at the place where the parser stands.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    problem: Option<Problem>,
}

impl<'a> Parser<'a> {
    fn fail<T>(&mut self, problem: Problem) -> Option<T> {
        self.problem = Some(problem);
        None
    }

    /// That something else must stand here, or that nothing does.
    fn expected<T>(&mut self, what: &'static str) -> Option<T> {
        let ended = self.peek().is_none();
        self.fail(if ended { Problem::End } else { Problem::Expected(what) })
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

    fn document(&mut self) -> Option<Value> {
        let value = self.value()?;
        self.space();
        if self.at < self.text.len() { self.fail(Problem::Trailing) } else { Some(value) }
    }

    fn value(&mut self) -> Option<Value> {
        self.space();
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => self.expected("a value"),
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Option<Value> {
        for byte in word.bytes() {
            if !self.eat(byte) {
                return self.expected(word);
            }
        }
        Some(value)
    }

    fn number(&mut self) -> Option<Value> {
        let scanned = number::scan(self.rest());
        let start = self.at;
        let (Ok(length) | Err(length)) = scanned;
        self.at += length;
        if scanned.is_err() {
            let ended = self.peek().is_none();
            return self.fail(if ended { Problem::End } else { Problem::Number });
        }
        Some(Value::Number(Number::from_scanned(&self.text[start..self.at])))
    }

    /// Reads what the bracket under the cursor opens, one level down.
    fn nested(&mut self, inside: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        if self.depth == MAX_DEPTH {
            return self.fail(Problem::TooDeep);
        }
        self.at += 1;
        self.depth += 1;
        self.space();
        let value = inside(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        if self.eat(b']') {
            return Some(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            if self.ends(b']', "`,` or `]`")? {
                return Some(Value::Array(items));
            }
        }
    }

    fn object(&mut self) -> Option<Value> {
        let mut object = Object::new();
        if self.eat(b'}') {
            return Some(Value::Object(object));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return self.expected("a key in double quotes");
            }
            let key = self.string()?;
            self.space();
            if !self.eat(b':') {
                return self.expected("`:`");
            }
            object.take(key, self.value()?);
            if self.ends(b'}', "`,` or `}`")? {
                object.settle();
                return Some(Value::Object(object));
            }
        }
    }

    /// Whether the bracket closes here; else a comma says that more follows.
    fn ends(&mut self, bracket: u8, what: &'static str) -> Option<bool> {
        self.space();
        if self.eat(bracket) {
            return Some(true);
        }
        if self.eat(b',') { Some(false) } else { self.expected(what) }
    }

    /// Reads the string whose opening quote is under the cursor.
    fn string(&mut self) -> Option<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
            let plain = self.rest().iter().position(special).unwrap_or(self.rest().len());
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                None => return self.fail(Problem::End),
                Some(b'"') => {
                    self.at += 1;
                    return Some(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return self.fail(Problem::Control),
            }
        }
    }

    /// Reads the escape whose backslash is under the cursor.
    fn escape(&mut self) -> Option<char> {
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
            None => return self.fail(Problem::End),
            Some(_) => return self.fail(Problem::Escape),
        };
        self.at += 1;
        Some(character)
    }

    /// Reads the digits after `\u`, and the second half where they are the first of a pair.
    fn unicode(&mut self, start: usize) -> Option<char> {
        let first = self.four_digits()?;
        let mut code = Some(first);
        if (0xd800..0xe000).contains(&first) {
            code = None;
            if first < 0xdc00 && self.rest().starts_with(b"\\u") {
                self.at += 2;
                let second = self.four_digits()?;
                if (0xdc00..0xe000).contains(&second) {
                    code = Some(0x0001_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
                }
            }
        }
        let character = code.and_then(char::from_u32);
        if character.is_none() {
            self.at = start;
            return self.fail(Problem::Surrogate);
        }
        character
    }

    fn four_digits(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else { return self.fail(Problem::End) };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return self.fail(Problem::Escape);
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Some(code)
    }
}

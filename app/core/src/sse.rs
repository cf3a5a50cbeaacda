//! Server-sent events, read byte by byte as the HTML standard says.
//!
//! A body comes in pieces that may end anywhere: between the two bytes of a line end, or within a
//! character. So nothing is decoded before its event is whole.

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its `event` field; empty when there is none.
    pub name: Vec<u8>,
    /// Its `data` fields, a line each.
    pub data: Vec<u8>,
}

/// Puts events together from the pieces of a body.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// The line that is not over.
    line: Vec<u8>,
    name: Vec<u8>,
    /// Each line of data with its end.
    data: Vec<u8>,
    /// The last byte was a CR: a LF that follows belongs to it.
    after_cr: bool,
    /// A line has ended: what begins now is not the body's begin.
    begun: bool,
}

impl Decoder {
    /// The events that this piece makes whole.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for &byte in bytes {
            let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
            match byte {
                b'\n' if after_cr => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                _ => self.line.push(byte),
            }
        }
        events
    }

    /// What stood at the body's end without the empty line behind it. The standard drops it, since
    /// it may have been cut; a reader that knows a whole one when it sees it need not.
    pub fn finish(mut self) -> Option<Event> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.dispatch()
    }

    fn end_line(&mut self) -> Option<Event> {
        let mut line = std::mem::take(&mut self.line);
        if !std::mem::replace(&mut self.begun, true) && line.starts_with(b"\xEF\xBB\xBF") {
            line.drain(..3);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"event" => self.name = value.to_vec(),
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            // A comment, or a field that is none of ours.
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        let mut data = std::mem::take(&mut self.data);
        data.pop()?;
        Some(Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, Event};

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.into(), data: data.into() }
    }

    #[test]
    fn fields_are_read_as_the_standard_says() {
        for (body, expected) in [
            ("data: a\n\n", vec![event("", "a")]),
            ("event: x\ndata:a\ndata: b\n\n", vec![event("x", "a\nb")]),
            ("data:  two\n\n", vec![event("", " two")]),
            ("data\n\n", vec![event("", "")]),
            ("data:\ndata:\n\n", vec![event("", "\n")]),
            (": comment\n\ndata: a\n\n", vec![event("", "a")]),
            // An event without data is none, and its name is forgotten.
            ("event: x\n\ndata: a\n\n", vec![event("", "a")]),
            ("id: 7\nretry: 9\nother: 1\ndata: a\n\n", vec![event("", "a")]),
            ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", vec![event("", "a")]),
            ("data: a:b: c\n\n", vec![event("", "a:b: c")]),
            ("data: a\n", vec![]),
        ] {
            assert_eq!(Decoder::default().push(body.as_bytes()), expected, "{body:?}");
        }
    }

    #[test]
    fn what_no_empty_line_ends_is_there_for_those_who_want_it() {
        for (body, expected) in [
            ("data: a", Some(event("", "a"))),
            ("event: x\ndata: a\n", Some(event("x", "a"))),
            ("data: a\n\n", None),
            ("", None),
            (": only a comment", None),
        ] {
            let mut decoder = Decoder::default();
            decoder.push(body.as_bytes());
            assert_eq!(decoder.finish(), expected, "{body:?}");
        }
    }

    /// Every body, with every line end, cut at every pair of places, is read alike.
    #[test]
    fn pieces_may_end_anywhere() {
        let text = "\u{FEFF}event: delta\ndata: {\"text\":\"Zoë 🍵\"}\n\n: beat\n\n\
                    data: two\ndata: lines\n\nevent: reply\ndata: 終\n\n";
        let expected = [
            event("delta", "{\"text\":\"Zoë 🍵\"}"),
            event("", "two\nlines"),
            event("reply", "終"),
        ];
        for end in ["\n", "\r\n", "\r"] {
            let body = text.replace('\n', end).into_bytes();
            assert_eq!(Decoder::default().push(&body), expected, "{end:?}");
            for first in 0..body.len() {
                for second in first..body.len() {
                    let mut decoder = Decoder::default();
                    let mut events = decoder.push(&body[..first]);
                    events.extend(decoder.push(&body[first..second]));
                    events.extend(decoder.push(&body[second..]));
                    assert_eq!(events, expected, "{end:?} cut at {first} and {second}");
                }
            }
        }
    }
}

//! The DevTools protocol over two pipes: JSON messages, each ended by a zero byte.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::{Instant, timeout_at};

/// Both ends that are ours.
#[derive(Debug)]
pub(crate) struct Pipe {
    out: ChildStdin,
    back: BufReader<ChildStdout>,
    /// A message of which the rest is still to come.
    partial: Vec<u8>,
    last_id: u64,
}

impl Pipe {
    pub(crate) fn new(out: ChildStdin, back: ChildStdout) -> Self {
        Self { out, back: BufReader::new(back), partial: Vec::new(), last_id: 0 }
    }

    /// Sends a command and gives its id, which the answer will have.
    pub(crate) async fn send(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> io::Result<u64> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.out.write_all(&bytes).await?;
        self.out.flush().await?;
        Ok(self.last_id)
    }

    /// The next message, or `None` when the time is over first; nothing is lost then.
    pub(crate) async fn next(&mut self, until: Instant) -> io::Result<Option<Value>> {
        let read = self.back.read_until(0, &mut self.partial);
        let Ok(read) = timeout_at(until, read).await else { return Ok(None) };
        read?;
        if self.partial.pop() != Some(0) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let message = serde_json::from_slice(&self.partial)?;
        self.partial.clear();
        Ok(Some(message))
    }

    /// Asks something of the browser itself.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: Value,
        within: Duration,
    ) -> io::Result<Value> {
        let id = self.send(None, method, params).await?;
        let until = Instant::now() + within;
        while let Some(mut message) = self.next(until).await? {
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(io::Error::other(format!("{method}: {}", error["message"]))),
                    None => Ok(message["result"].take()),
                };
            }
        }
        Err(io::Error::new(io::ErrorKind::TimedOut, format!("{method} was not answered")))
    }
}

//! HTTP/1.1 at its barest: whole messages over one connection, read and counted and thrown away.
//! A real client or server would cost more than what is measured.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// One connection, and what came of the message after the last.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn to(address: &str) -> io::Result<Self> {
        Self::of(TcpStream::connect(address).await?)
    }

    pub(crate) fn of(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(16 * 1024) })
    }

    /// Sends a request and reads the whole response; its status.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> io::Result<u16> {
        self.send(request).await?;
        let head = self.receive().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        status.ok_or_else(|| io::Error::other("the response has no status"))
    }

    pub(crate) async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.stream.write_all(message).await
    }

    /// Reads a message to its end; its head, or `None` where the connection ends between two.
    pub(crate) async fn receive(&mut self) -> io::Result<Option<String>> {
        let end = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            if self.more().await? == 0 {
                return if self.buffer.is_empty() {
                    Ok(None)
                } else {
                    Err(io::ErrorKind::UnexpectedEof.into())
                };
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .and_then(|length| length.trim().parse::<usize>().ok());
        let whole = match length {
            Some(length) => end + length,
            None if head.contains("\r\ntransfer-encoding: chunked") => self.chunks(end).await?,
            None => end,
        };
        while self.buffer.len() < whole {
            if self.more().await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        self.buffer.drain(..whole);
        Ok(Some(head))
    }

    /// Where the chunks end that begin at `start`.
    async fn chunks(&mut self, start: usize) -> io::Result<usize> {
        loop {
            if let Some(end) = find(&self.buffer[start - 2..], b"\r\n0\r\n\r\n") {
                return Ok(start - 2 + end + 7);
            }
            if self.more().await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// Reads what comes next; 0 at the end.
    async fn more(&mut self) -> io::Result<usize> {
        self.stream.read_buf(&mut self.buffer).await
    }

    /// Completes when the other side goes away.
    pub(crate) async fn closed(&mut self) {
        while self.more().await.is_ok_and(|bytes| bytes > 0) {}
    }
}

fn find(buffer: &[u8], wanted: &[u8]) -> Option<usize> {
    buffer.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn messages_are_told_apart_however_they_arrive() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let said = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc\
            HTTP/1.1 429 No\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n\
            HTTP/1.1 204 No\r\n\r\n";
        let server = async {
            let (mut stream, _) = listener.accept().await.expect("accepted");
            for piece in said.as_bytes().chunks(7) {
                stream.write_all(piece).await.expect("written");
                stream.flush().await.expect("flushed");
            }
            // Not closed before all was read.
            stream
        };
        let client = async {
            let mut connection = Connection::to(&address).await.expect("connected");
            for status in [200, 429, 204] {
                assert_eq!(connection.exchange(b"GET").await.expect("a response"), status);
            }
        };
        let (_open, ()) = tokio::join!(server, client);
    }
}

//! The bytes of one connection. Two kinds of slowness end here: a head that does not arrive is
//! answered with 408, since hyper only closes on it, and a client that does not take its reply is
//! left, since nothing else would ever let go of what the reply holds.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\n\
    content-type: text/plain; charset=utf-8\r\ncontent-length: 30\r\nconnection: close\r\n\r\n\
    The request came too slowly.\r\n";

/// A connection that knows whether it is in the middle of being spoken to.
pub(super) struct Wire {
    stream: TcpStream,
    /// How long a client may take nothing of its reply.
    patience: Duration,
    /// Runs while it takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Something came that nothing was said to yet: on an idle connection there is nobody to answer.
    heard: bool,
    late: Late,
}

/// Says of a connection that its head was too late.
#[derive(Clone, Default)]
pub(super) struct Late(Arc<AtomicBool>);

impl Late {
    /// The connection ends because of that.
    pub(super) fn is_so(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Wire {
    pub(super) fn new(stream: TcpStream, patience: Duration, late: Late) -> Self {
        Self { stream, patience, stalled: None, heard: false, late }
    }

    /// Notes what became of a write, and loses patience at last.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if wrote.is_ready() {
            self.stalled = None;
            self.heard = false;
            return wrote;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.heard && self.late.0.load(Ordering::Relaxed) {
            // Into an empty buffer or not at all: nobody waits for such a client.
            let _ = self.stream.try_write(TOO_SLOW);
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.heard |= buffer.filled().len() > before;
        read
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wrote(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    async fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (client, server) = tokio::join!(TcpStream::connect(address), listener.accept());
        (client.expect("connected"), server.expect("accepted").0)
    }

    #[test]
    fn the_answer_is_as_long_as_it_says() {
        let text = str::from_utf8(TOO_SLOW).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
    }

    #[tokio::test]
    async fn only_who_began_to_speak_is_told_that_it_was_too_slow() {
        for (said, is_late, told) in
            [(true, true, true), (false, true, false), (true, false, false)]
        {
            let (mut client, server) = pair().await;
            let late = Late::default();
            let mut wire = Wire::new(server, Duration::from_secs(1), late.clone());
            if said {
                client.write_all(b"GET /").await.expect("written");
                wire.read_exact(&mut [0; 5]).await.expect("read");
            }
            if is_late {
                late.is_so();
            }
            drop(wire);
            let mut rest = String::new();
            client.read_to_string(&mut rest).await.expect("the end");
            assert_eq!(rest.starts_with("HTTP/1.1 408 "), told, "{rest}");
        }
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_left() {
        let (client, server) = pair().await;
        let mut wire = Wire::new(server, Duration::from_millis(50), Late::default());
        let chunk = vec![0; 1 << 20];
        let failed = loop {
            if let Err(error) = wire.write_all(&chunk).await {
                break error;
            }
        };
        assert_eq!(failed.kind(), ErrorKind::TimedOut);
        drop(client);
    }
}

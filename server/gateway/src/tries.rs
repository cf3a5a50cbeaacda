//! Asking one model: what an error teaches is tried once, a malformed reply once more.

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::config::Remote;
use crate::error::{ApiError, Code};
use crate::observe::Watch;
use crate::protocol::Reply;
use crate::provider::{Fault, Step, Try};
use crate::source::Source;
use crate::upstream::{Answer, Next, Reading, attempt};

/// Tries of one step: the first, what an error taught, and one malformed reply.
const TRIES: usize = 4;

/// A reply that can no longer be taken back, since its first word is about to go out.
pub(crate) enum Begun {
    /// By the rule matcher.
    Ruled(site_agent_core::protocol::Reply),
    /// The whole of it.
    Whole(Reply),
    /// The first words.
    Pieces { said: String, reading: Reading, permit: OwnedSemaphorePermit },
}

/// What a model began to answer.
pub(crate) enum Opened {
    Whole(Reply),
    Pieces { said: String, reading: Reading },
}

impl Opened {
    /// With the place that a reply in pieces keeps until it is over.
    pub(crate) fn holding(self, permit: OwnedSemaphorePermit) -> Begun {
        match self {
            Self::Whole(reply) => Begun::Whole(reply),
            Self::Pieces { said, reading } => Begun::Pieces { said, reading, permit },
        }
    }
}

/// Asks until there is an answer, a fault that no other try mends, or no time left.
pub(crate) async fn ask(
    source: &Source,
    (remote, client): (&Remote, &reqwest::Client),
    step: &Step<'_>,
    streamed: bool,
    until: Instant,
    watch: &mut Watch,
) -> Result<Opened, ApiError> {
    let (mut with_meta, mut malformed) = (true, false);
    for _ in 0..TRIES {
        let how = Try { quirks: source.quirks(), with_meta, streamed };
        watch.tries();
        let Ok(opened) = timeout_at(until, open(step, remote, client, how, watch)).await else {
            return Err(ApiError::new(Code::UpstreamTimeout, "the model did not answer in time"));
        };
        match opened {
            Ok(opened) => return Ok(opened),
            Err(Fault::Learnt(learnt)) => source.learn(learnt),
            Err(Fault::StaleMeta) if with_meta => with_meta = false,
            Err(Fault::Malformed(_)) if !malformed => malformed = true,
            Err(fault) => return Err(fault.told()),
        }
    }
    Err(Fault::BadReply("every try failed in another way").told())
}

/// One try, up to its first word: until then another may take its place.
async fn open(
    step: &Step<'_>,
    remote: &Remote,
    client: &reqwest::Client,
    how: Try,
    watch: &mut Watch,
) -> Result<Opened, Fault> {
    let mut reading = match attempt(step, remote, client, how, watch).await? {
        Answer::Whole(reply) => return Ok(Opened::Whole(reply)),
        Answer::Pieces(reading) => reading,
    };
    let mut said = String::new();
    loop {
        match watch.wait(reading.next()).await? {
            Next::Reply(reply) => return Ok(Opened::Whole(*reply)),
            Next::Text(text) => said.push_str(&text),
        }
        // Blank text alone is no answer yet.
        if !said.trim().is_empty() {
            return Ok(Opened::Pieces { said, reading });
        }
    }
}

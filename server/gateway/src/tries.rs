//! Asking one model: what an error teaches is tried once, a malformed reply once more, and a
//! provider that names a short time is waited for once.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::config::Remote;
use crate::error::{ApiError, Code};
use crate::observe::Watch;
use crate::protocol::Reply;
use crate::provider::{Fault, Step, Try};
use crate::source::Source;
use crate::upstream::{Answer, Next, Reading, attempt};

/// Tries of one step: the first, what errors taught, a wait, and one malformed reply.
const TRIES: usize = 8;
/// Schemas of one page that are tried more simply. What is learnt is kept, so that a page with more
/// of them is served after some steps.
const BAD_SCHEMAS: usize = 3;
/// The longest time that a busy provider is waited for here. A longer one is told to the client,
/// which holds no place meanwhile and shows its visitor why nothing comes.
const PATIENCE: Duration = Duration::from_secs(2);

/// On which terms a model is asked.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// The reply in pieces.
    pub(crate) streamed: bool,
    /// When it has to have begun.
    pub(crate) until: Instant,
    /// Whether to wait for a busy provider; not where another stands by.
    pub(crate) patient: bool,
}

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
    step: &mut Step<'_>,
    terms: Terms,
    watch: &mut Watch,
) -> Result<Opened, ApiError> {
    let Terms { streamed, until, patient } = terms;
    let known = source.quirks();
    let (mut quirks, mut with_meta, mut malformed, mut waited) = (known, true, false, !patient);
    let mut refused = Vec::new();
    source.simplify(&mut step.tools);
    for _ in 0..TRIES {
        let how = Try { quirks, with_meta, streamed };
        watch.tries();
        let Ok(opened) = timeout_at(until, open(step, remote, client, how, watch)).await else {
            return Err(ApiError::new(Code::UpstreamTimeout, "the model did not answer in time"));
        };
        match opened {
            Ok(opened) => {
                // Only what helped: an error may name a parameter and mean something else.
                if quirks != known {
                    source.learn(quirks);
                }
                source.remember(&refused);
                return Ok(opened);
            }
            Err(Fault::Learnt(learnt)) => quirks = learnt,
            Err(Fault::StaleMeta) if with_meta => with_meta = false,
            Err(Fault::Malformed(_)) if !malformed => malformed = true,
            Err(Fault::BadSchema(at)) if refused.len() < BAD_SCHEMAS => {
                let tool = &mut step.tools[at];
                let Ok(bare) = tool.bare() else { break };
                refused.push(tool.hash);
                *tool = Arc::new(bare);
            }
            Err(Fault::Overloaded(Some(wait)))
                if !waited && wait <= PATIENCE && Instant::now() + wait < until =>
            {
                waited = true;
                watch.wait(tokio::time::sleep(wait)).await;
            }
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

//! Each connection is a file to the system, and most systems give a program 1,024 of them unless it
//! asks for what its owner allows it: fewer than the connections that are taken here.

/// Asks for all that are allowed.
#[cfg(unix)]
pub fn raise() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    if setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).is_err() {
        tracing::debug!("the limit of open files stays as it is");
    }
    let limit = getrlimit(Resource::Nofile).current;
    if limit.is_some_and(|limit| limit < ENOUGH) {
        tracing::warn!(limit, "few open files are allowed: raise `ulimit -n` to {ENOUGH} or more");
    }
}

/// Only where limits are of this kind.
#[cfg(not(unix))]
pub fn raise() {}

/// All connections of the accept loop, a call to a provider for each step in flight, and some for
/// databases.
#[cfg(unix)]
const ENOUGH: u64 = 4_096 + 2_048 + 256;

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn all_that_is_allowed_is_asked_for() {
        super::raise();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, limit.maximum);
    }
}

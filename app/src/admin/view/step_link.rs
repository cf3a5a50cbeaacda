//! Where a step of a run is.

use std::sync::Arc;

use super::steps::STEPS;

/// Addresses of the steps of one run, by their numbers from 0.
#[derive(Clone)]
pub struct StepLink {
    /// Stands before the ids of the run's steps, where a page shows several runs.
    prefix: Arc<str>,
    /// The steps that are on the page begin here.
    from: usize,
    /// The address of the page that begins with a step; none where the run has no other page.
    page: Option<Arc<dyn Fn(usize) -> String + Send + Sync>>,
}

impl StepLink {
    /// For a run with an address of its own, of which the page that has step `from` is shown.
    pub fn paged(from: usize, page: impl Fn(usize) -> String + Send + Sync + 'static) -> Self {
        Self { prefix: "".into(), from: from / STEPS * STEPS, page: Some(Arc::new(page)) }
    }

    /// For one of several runs on a page.
    pub fn within(prefix: &str) -> Self {
        Self { prefix: prefix.into(), from: 0, page: None }
    }

    /// The first step that is shown.
    pub fn from(&self) -> usize {
        self.from
    }

    /// The id of a step in its page.
    pub fn id(&self, step: usize) -> String {
        format!("{}step-{}", self.prefix, step + 1)
    }

    /// The address of a step; on the page that is open a fragment will do.
    pub fn to(&self, step: usize) -> String {
        let page = step / STEPS * STEPS;
        let other = if page == self.from { None } else { self.page_at(page) };
        format!("{}#{}", other.unwrap_or_default(), self.id(step))
    }

    /// The address of the page that begins with a step.
    pub fn page_at(&self, step: usize) -> Option<String> {
        self.page.as_ref().map(|page| page(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_the_open_page_is_a_fragment_and_others_have_an_address() {
        let link = StepLink::paged(7, |from| format!("/t?from={}", from + 1));
        assert_eq!(link.to(0), "#step-1");
        assert_eq!(link.to(STEPS), format!("/t?from={0}#step-{0}", STEPS + 1));
        let link = StepLink::paged(STEPS + 3, |from| format!("/t?from={}", from + 1));
        assert_eq!(link.to(3), "/t?from=1#step-4");
        assert_eq!(StepLink::within("run-2-").to(900), "#run-2-step-901");
    }
}

//! The policy over every combination of hints, list, taint, frame and confirm.

use site_agent_core::json::Object;
use site_agent_core::policy::{self, By, Decision, Reason, Verdict};
use site_agent_core::tool::{Definition, Handle};
use site_agent_core::{Call, Config, Hints, Tool};

const NAME: &str = "add_to_cart";
const HINT: [Option<bool>; 3] = [Some(true), Some(false), None];

/// `readOnlyHint`, `consequentialHint`, and what becomes of a call when it is plain, pre-approved,
/// tainted, tainted and pre-approved. Upper case runs, lower case asks.
const TABLE: [(Option<bool>, Option<bool>, &str); 9] = [
    (Some(true), Some(true), "cccc"),
    (Some(true), Some(false), "RRRR"),
    (Some(true), None, "RRRR"),
    (Some(false), Some(true), "cccc"),
    (Some(false), Some(false), "nPtt"),
    (Some(false), None, "natt"),
    (None, Some(true), "cccc"),
    (None, Some(false), "nPtt"),
    (None, None, "natt"),
];
const WITHOUT_ANNOTATIONS: &str = "aaaa";

fn tool(hints: Option<Hints>, framed: bool) -> Tool {
    let definition = Definition { name: NAME.to_owned(), hints, ..Definition::default() };
    Tool { framed, ..Tool::new(Handle(7), definition) }
}

fn call() -> Call {
    let arguments: Object = [("quantity", 2_u32)].into_iter().collect();
    Call { id: "call_1".to_owned(), name: NAME.to_owned(), arguments }
}

fn config(confirm: bool, listed: bool) -> Config {
    let pre_approved = if listed { vec!["other".to_owned(), NAME.to_owned()] } else { Vec::new() };
    Config { confirm, pre_approved, ..Config::default() }
}

fn expected(letter: char, confirm: bool) -> (bool, Option<By>, Option<Reason>) {
    let reason = match letter {
        'R' => return (true, Some(By::ReadOnly), None),
        'P' => return (true, Some(By::PreApproved), None),
        'a' => Reason::AnnotationsUnknown,
        'c' => Reason::Consequential,
        't' => Reason::AfterUntrusted,
        'n' => Reason::NotReadOnly,
        other => panic!("{other} is no letter of the table"),
    };
    (false, (!confirm).then_some(By::NoConfirm), Some(reason))
}

/// Whether it runs, who decided when it is decided, and why it asks when it does.
fn found(verdict: Verdict, tool: &Tool) -> (bool, Option<By>, Option<Reason>) {
    match verdict {
        Verdict::Run(approval) => {
            assert!(approval.covers(tool));
            assert_eq!(approval.call(), &call());
            let Decision { allowed, by, reason } = approval.decision();
            (allowed, Some(by), reason)
        }
        Verdict::Ask(question) => {
            let reason = question.reason();
            let yes = question.clone().allow();
            let decision = Decision { allowed: true, by: By::Visitor, reason: Some(reason) };
            assert_eq!(yes.decision(), decision);
            assert!(yes.covers(tool));
            assert_eq!(yes.call(), &call());
            assert!(!question.refused(By::Visitor).allowed);
            (false, None, Some(reason))
        }
        Verdict::Deny(denied, decision) => {
            assert_eq!(denied, call());
            (decision.allowed, Some(decision.by), decision.reason)
        }
    }
}

#[test]
fn every_combination_is_decided_as_the_table_says() {
    let mut rows = Vec::new();
    for untrusted in HINT {
        for (read_only, consequential, letters) in TABLE {
            rows.push((Some(Hints { read_only, untrusted, consequential }), letters));
        }
    }
    rows.push((None, WITHOUT_ANNOTATIONS));
    let mut seen = 0;
    for (hints, letters) in rows {
        for (nth, letter) in letters.chars().enumerate() {
            let (listed, tainted) = (nth % 2 == 1, nth >= 2);
            for confirm in [true, false] {
                let tool = tool(hints, false);
                let verdict = policy::judge(call(), &tool, tainted, &config(confirm, listed));
                let context = format!("{hints:?} listed {listed} tainted {tainted} {confirm}");
                assert_eq!(found(verdict, &tool), expected(letter, confirm), "{context}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 28 * 4 * 2);
}

#[test]
fn a_frames_tool_is_never_pre_approved() {
    for hints in all_hints() {
        for tainted in [false, true] {
            for confirm in [true, false] {
                let tool = tool(hints, true);
                let judge =
                    |listed| policy::judge(call(), &tool, tainted, &config(confirm, listed));
                assert_eq!(judge(true), judge(false), "{hints:?}");
            }
        }
    }
}

#[test]
fn only_a_tool_that_is_known_to_be_trustworthy_does_not_taint() {
    for hints in all_hints() {
        let trusted = hints.is_some_and(|hints| hints.untrusted == Some(false));
        assert_eq!(policy::is_untrusted(&tool(hints, false)), !trusted, "{hints:?}");
    }
}

#[test]
fn only_a_declared_read_only_tool_changes_nothing() {
    for hints in all_hints() {
        let reads = hints.is_some_and(|hints| hints.read_only == Some(true));
        assert_eq!(policy::changes_nothing(&tool(hints, false)), reads, "{hints:?}");
    }
}

#[test]
fn an_approval_covers_one_definition_of_one_document() {
    let shown = tool(Some(Hints::default()), false);
    let Verdict::Ask(question) = policy::judge(call(), &shown, false, &config(true, false)) else {
        panic!("it must ask");
    };
    let approval = question.allow();
    let with = |change: fn(&mut Definition)| {
        let mut definition = Definition {
            name: NAME.to_owned(),
            hints: Some(Hints::default()),
            ..Definition::default()
        };
        change(&mut definition);
        Tool::new(Handle(7), definition)
    };
    assert!(approval.covers(&with(|_| {})));
    assert!(
        approval.covers(&Tool { handle: Handle(8), ..shown.clone() }),
        "handles are the shell's"
    );
    assert!(!approval.covers(&with(|definition| definition.name.push('2'))));
    assert!(!approval.covers(&with(|definition| definition.title.push('x'))));
    assert!(!approval.covers(&with(|definition| definition.description.push('x'))));
    assert!(!approval.covers(&with(|definition| definition.hints = None)));
    assert!(!approval.covers(&with(|definition| {
        definition.input_schema = Some(site_agent_core::json::parse("{}").unwrap());
    })));
    assert!(!approval.covers(&Tool { framed: true, ..shown.clone() }));
    assert!(!approval.covers(&Tool { origin: "https://other.example".to_owned(), ..shown }));
}

fn all_hints() -> Vec<Option<Hints>> {
    let mut all = vec![None];
    for read_only in HINT {
        for untrusted in HINT {
            for consequential in HINT {
                all.push(Some(Hints { read_only, untrusted, consequential }));
            }
        }
    }
    all
}

//! What the database itself promises about accounts.

use site_agent_app::admin::account::{Caller, Role};

use super::*;
use crate::auth::TokenHash;
use crate::store::{Database, Store};

async fn database() -> (Database, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    (Store::open(folder.path()).await.expect("it opens").site, folder)
}

const BY: By<'static> = By { who: "ada", address: "192.0.2.1" };

#[tokio::test]
async fn a_line_of_the_audit_log_is_neither_changed_nor_taken_out() {
    let (database, _folder) = database().await;
    let accounts = AccountStore::new(database.clone());
    accounts.note(BY, "tried something", "once", 1).await.expect("noted");
    for change in ["UPDATE account_audit SET who = 'eve'", "DELETE FROM account_audit"] {
        let mut write = database.write().await.expect("a write");
        let error = sqlx::query(change).execute(&mut *write).await.expect_err(change);
        assert!(error.to_string().contains("the audit log is not"), "{error}");
    }
    let lines = accounts.audit_before(i64::MAX, 10).await.expect("lines");
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].who.as_str(), lines[0].about.as_str()), ("ada", "once"));
}

#[tokio::test]
async fn two_who_use_one_link_at_once_make_one_account() {
    let (database, _folder) = database().await;
    let accounts = AccountStore::new(database);
    let link = [7; 32];
    accounts.make_link(&link, NewLink::Invitation(Role::Viewer), BY, 0, 100).await.expect("made");
    let join = |name: &'static str, session: TokenHash| {
        let accounts = accounts.clone();
        tokio::spawn(async move {
            let caller = Caller { address: String::new(), browser: String::new() };
            let session = NewSession { hash: &session, caller: &caller, is_half: false };
            accounts.join(&link, name, "a hash", session, 50).await.expect("it answers")
        })
    };
    let (one, two) = (join("one", [1; 32]), join("two", [2; 32]));
    let mut both = [one.await.expect("no panic"), two.await.expect("no panic")];
    both.sort_by_key(|joined| *joined == Joined::Yes);
    assert_eq!(both, [Joined::NoLink, Joined::Yes]);
    assert_eq!(accounts.people().await.expect("people").len(), 1);
}

#[tokio::test]
async fn a_step_is_used_once_and_none_before_it_afterwards() {
    let (database, _folder) = database().await;
    let accounts = AccountStore::new(database);
    let link = [7; 32];
    accounts.make_link(&link, NewLink::SetUp, BY, 0, 100).await.expect("made");
    let caller = Caller { address: String::new(), browser: String::new() };
    let session = NewSession { hash: &[1; 32], caller: &caller, is_half: false };
    accounts.join(&link, "ada", "a hash", session, 50).await.expect("joined");
    let id = accounts.by_name("ADA").await.expect("it answers").expect("an account").id;
    for (step, is_good) in [(100, true), (100, false), (99, false), (101, true)] {
        assert_eq!(accounts.use_step(id, step).await.expect("it answers"), is_good, "{step}");
    }
}

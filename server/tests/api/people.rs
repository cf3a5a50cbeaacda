//! Inviting people, what they may do, and the log of what was done.

use reqwest::StatusCode;

use crate::dashboard::{PASSWORD, cookie, now_ms, token};
use crate::test_app::TestApp;

/// The account's id on the page of people.
async fn id_of(app: &TestApp, name: &str, cookie: &str) -> String {
    let page = app.page("/admin/settings/people", cookie).await;
    let (_, rest) = page.text().split_once(&format!("<bdi>{name}</bdi>")).expect("their row");
    // The row of the table, not the name in the bar.
    let rest = rest.rsplit_once(&format!("<bdi>{name}</bdi>")).map_or(rest, |(_, rest)| rest);
    let (_, rest) = rest.split_once("name=\"account\" value=\"").expect("a button");
    rest.split_once('"').expect("its end").0.to_owned()
}

#[tokio::test]
async fn an_invitation_works_once_and_can_be_taken_back() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let vera = app.viewer("vera").await;
    let page = app.page("/admin/settings/people", &ada).await;
    assert!(page.text().contains("vera") && page.text().contains("Viewer"), "{}", page.text());
    let what = app.page("/admin/settings", &vera).await;
    assert!(what.text().contains("a viewer, who may look at everything"));
    assert!(!what.text().contains("Audit log"), "no link to what only owners see");

    app.send(app.call("own/invite", &[("role", "owner")], &ada)).await;
    let page = app.page("/admin/settings/people", &ada).await;
    let (_, rest) = page.text().split_once("/admin/join?token=").expect("the link");
    let link = rest[..64].to_owned();
    let (_, rest) = page.text().split_once("name=\"invitation\" value=\"").expect("a button");
    let invitation = rest.split_once('"').expect("its end").0.to_owned();
    // Shown to the session that made it and to no other.
    let other = app.sign_in("ada").await;
    assert!(!app.page("/admin/settings/people", &other).await.text().contains(&link));

    let back = [("invitation", invitation.as_str())];
    let reply = app.send(app.submit("own/end_invitation", &back, &ada)).await;
    assert_eq!(reply.header("location"), "/admin/settings/people?done=invitation-ended");
    let fields =
        [("token", &*link), ("name", "eve"), ("password", PASSWORD), ("repeated", PASSWORD)];
    assert_eq!(app.send(app.call("open/join", &fields, "")).await.status, StatusCode::GONE);
    let again = app.send(app.call("own/end_invitation", &back, &ada)).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_name_is_had_once_however_it_is_written() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let link = app.invite("viewer", &ada).await;
    let fields =
        |name| [("token", &*link), ("name", name), ("password", PASSWORD), ("repeated", PASSWORD)];
    let taken = app.send(app.call("open/join", &fields("ADA"), "")).await;
    assert_eq!(taken.status, StatusCode::CONFLICT);
    assert_eq!(app.send(app.call("open/join", &fields("bob"), "")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_role_holds_at_once_and_the_last_owner_stays() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let vera = app.viewer("vera").await;
    let (ada_id, vera_id) = (id_of(&app, "ada", &ada).await, id_of(&app, "vera", &ada).await);
    for (function, fields) in [
        ("own/set_role", vec![("account", &*ada_id), ("role", "viewer")]),
        ("own/remove_account", vec![("account", &*ada_id)]),
    ] {
        let reply = app.send(app.submit(function, &fields, &ada)).await;
        assert_eq!(reply.header("location"), "/admin/settings/people?refused=last-owner");
    }
    assert_eq!(app.page("/admin/settings/audit", &vera).await.status, StatusCode::FORBIDDEN);
    let role = [("account", &*vera_id), ("role", "owner")];
    app.send(app.call("own/set_role", &role, &ada)).await;
    assert_eq!(app.page("/admin/settings/audit", &vera).await.status, StatusCode::OK);

    let remove = [("account", &*ada_id)];
    let reply = app.send(app.call("own/remove_account", &remove, &vera)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    assert_eq!(app.page("/admin/settings", &ada).await.status, StatusCode::SEE_OTHER);
    let gone = app.send(app.call("own/remove_account", &remove, &vera)).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn two_owners_who_remove_each_other_at_once_leave_one() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let link = app.invite("owner", &ada).await;
    let fields =
        [("token", &*link), ("name", "bob"), ("password", PASSWORD), ("repeated", PASSWORD)];
    let bob = cookie(&app.send(app.call("open/join", &fields, "")).await);
    let (ada_id, bob_id) = (id_of(&app, "ada", &ada).await, id_of(&app, "bob", &ada).await);
    let (of_ada, of_bob) = ([("account", &*ada_id)], [("account", &*bob_id)]);
    let one = app.send(app.call("own/remove_account", &of_bob, &ada));
    let two = app.send(app.call("own/remove_account", &of_ada, &bob));
    let (one, two) = tokio::join!(one, two);
    let done = [&one, &two].iter().filter(|reply| reply.status == StatusCode::OK).count();
    assert_eq!(done, 1, "{one:?} {two:?}");
}

#[tokio::test]
async fn the_log_says_who_did_what_from_where_and_tells_no_secret() {
    let app = TestApp::start().await;
    let set_up = token(app.set_up_link().expect("a link")).to_owned();
    let before = now_ms();
    let ada = app.owner().await;
    app.viewer("vera").await;
    let wrong = [("name", "ada"), ("password", "canary-password")];
    app.send(app.call("open/log_in", &wrong, "")).await;
    let nobody = [("name", "canary-nobody"), ("password", PASSWORD)];
    app.send(app.call("open/log_in", &nobody, "")).await;
    app.send(app.call("view/end_other_sessions", &[], &ada)).await;

    let reply = app.page("/admin/files/own/audit.jsonl", &ada).await;
    assert_eq!(reply.status, StatusCode::OK);
    assert!(reply.header("content-type").starts_with("application/jsonl"));
    assert!(reply.header("content-disposition").contains("audit.jsonl"));
    let lines: Vec<serde_json::Value> =
        reply.text().lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let whats: Vec<_> = lines
        .iter()
        .map(|line| (line["who"].as_str().expect("who"), line["what"].as_str().expect("what")))
        .collect();
    assert_eq!(
        whats,
        [
            ("ada", "set up the first account"),
            ("ada", "signed in"),
            ("ada", "signed in"),
            ("ada", "invited somebody"),
            ("vera", "joined"),
            ("vera", "signed in"),
            ("ada", "wrong password"),
            ("ada", "ended all other sessions"),
        ]
    );
    for line in &lines {
        assert!(["127.0.0.1", "192.0.2.1"].contains(&line["address"].as_str().expect("where")));
        assert!(line["at"].as_i64().is_some_and(|at| (before..=now_ms()).contains(&at)));
    }
    let page = app.page("/admin/settings/audit", &ada).await;
    assert!(page.text().contains("wrong password") && page.text().contains("127.0.0.1"));
    for secret in ["canary", &set_up, PASSWORD, ada.trim_start_matches("sid=")] {
        assert!(!reply.text().contains(secret) && !page.text().contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_long_log_is_read_in_pages_and_downloaded_whole() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let accounts = app.accounts().await;
    let by = site_agent::store::accounts::By { who: "ada", address: "192.0.2.1" };
    for n in 0..1_203 {
        accounts.note(by, "counted", &format!("<b>{n}</b>"), now_ms()).await.expect("noted");
    }
    let page = app.page("/admin/settings/audit", &ada).await;
    assert_eq!(page.text().matches("<tr>").count(), 101);
    assert!(!page.text().contains("<b>1"), "what is noted is text");
    let (_, rest) = page.text().split_once("audit?before=").expect("a link to older ones");
    let before = rest.split_once('"').expect("its end").0;
    let older = app.page(&format!("/admin/settings/audit?before={before}"), &ada).await;
    assert!(older.text().contains("1102") && !older.text().contains("1103"), "{before}");
    let whole = app.page("/admin/files/own/audit.jsonl", &ada).await;
    assert_eq!(whole.text().lines().count(), 1_205);
}

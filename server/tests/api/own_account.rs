//! What people change about their own accounts.

use reqwest::StatusCode;

use crate::dashboard::{PASSWORD, cookie, token};
use crate::started::site_agent;
use crate::test_app::TestApp;

const NEW: &str = "another horse battery";

#[tokio::test]
async fn a_new_password_ends_the_other_sessions_and_goes_on_with_another_token() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let elsewhere = app.sign_in("ada").await;
    for (current, password, repeated, word) in [
        ("not it at all", NEW, NEW, "wrong-password"),
        (PASSWORD, "short", "short", "short"),
        (PASSWORD, NEW, "something else", "differ"),
    ] {
        let fields = [("current", current), ("password", password), ("repeated", repeated)];
        let reply = app.send(app.submit("view/change_password", &fields, &ada)).await;
        assert_eq!(reply.header("location"), format!("/admin/settings?refused={word}"));
    }
    let fields = [("current", PASSWORD), ("password", NEW), ("repeated", NEW)];
    let reply = app.send(app.submit("view/change_password", &fields, &ada)).await;
    assert_eq!(reply.header("location"), "/admin/settings?done=password-changed");
    let now = cookie(&reply);
    assert_eq!(app.page("/admin/settings", &now).await.status, StatusCode::OK);
    for over in [&ada, &elsewhere] {
        assert_eq!(app.page("/admin/settings", over).await.status, StatusCode::SEE_OTHER);
    }
    for (password, status) in [(PASSWORD, StatusCode::UNAUTHORIZED), (NEW, StatusCode::OK)] {
        let fields = [("name", "ada"), ("password", password)];
        assert_eq!(app.send(app.call("open/log_in", &fields, "")).await.status, status);
    }
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_all_together() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let fields = [("name", "ada"), ("password", PASSWORD)];
    let request = app.call("open/log_in", &fields, "");
    let request = request.header("user-agent", "Mozilla/5.0 (X11; Linux) Firefox/140.0 <b>");
    let elsewhere = cookie(&app.send(request).await);
    let page = app.page("/admin/settings", &ada).await;
    assert!(page.text().contains("Firefox on Linux"), "{}", page.text());
    assert!(page.text().contains("127.0.0.1") && page.text().contains("This one"));
    assert!(!page.text().contains("140.0 <b>"), "what a browser calls itself is text");

    let (_, rest) = page.text().split_once("name=\"session\" value=\"").expect("a button");
    let session = rest.split_once('"').expect("its end").0;
    let ended = app.send(app.submit("view/end_session", &[("session", session)], &ada)).await;
    assert_eq!(ended.header("location"), "/admin/settings?done=session-ended#sessions");
    assert_eq!(app.page("/admin/settings", &elsewhere).await.status, StatusCode::SEE_OTHER);
    let again = app.send(app.call("view/end_session", &[("session", session)], &ada)).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);

    let others = [app.sign_in("ada").await, app.sign_in("ada").await];
    let ended = app.send(app.submit("view/end_other_sessions", &[], &ada)).await;
    assert_eq!(ended.header("location"), "/admin/settings?done=others-ended#sessions");
    for over in &others {
        assert_eq!(app.page("/admin/settings", over).await.status, StatusCode::SEE_OTHER);
    }
    assert_eq!(app.page("/admin/settings", &ada).await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_ends_the_session_of_somebody_else() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let vera = app.viewer("vera").await;
    // Hers is the second of the database; he has the first.
    for session in ["1", "2", "3"] {
        app.send(app.call("view/end_session", &[("session", session)], &vera)).await;
    }
    assert_eq!(app.page("/admin/settings", &ada).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_machine_prints_a_link_for_a_new_password_beside_a_program_that_serves() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let run = |name: &str| {
        site_agent(app.data().parent().expect("its folder"))
            .env("SITE_AGENT_DATA_DIR", app.data())
            .env("SITE_AGENT_PUBLIC_URL", "https://shop.example/agent")
            .args(["reset-password", name])
            .output()
            .expect("it runs")
    };
    let unknown = run("eve");
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there are: ada"));

    let (first, second) = (run("ada"), run("Ada"));
    let printed = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().last().expect("a link").to_owned()
    };
    let (old, link) = (printed(&first), printed(&second));
    assert!(link.starts_with("https://shop.example/agent/admin/reset?token="), "{link}");
    // The last one counts.
    let path = |link: &str| link.replace("https://shop.example/agent", "");
    assert_eq!(app.page(&path(&old), "").await.status, StatusCode::GONE);
    let page = app.page(&path(&link), "").await;
    assert!(page.text().contains("Choose a new password") && page.text().contains("ada"));

    let short = [("token", token(&link)), ("password", "short"), ("repeated", "short")];
    let reply = app.send(app.submit("open/reset_password", &short, "")).await;
    assert_eq!(reply.header("location"), format!("{}&refused=short", path(&link)));
    let fields = [("token", token(&link)), ("password", NEW), ("repeated", NEW)];
    let reply = app.send(app.submit("open/reset_password", &fields, "")).await;
    assert_eq!(reply.header("location"), "/admin/login?done=password-reset");
    assert_eq!(app.page("/admin/settings", &ada).await.status, StatusCode::SEE_OTHER);
    let again = app.send(app.call("open/reset_password", &fields, "")).await;
    assert_eq!(again.status, StatusCode::GONE);
    let joined = [("token", token(&old)), ("name", "eve"), ("password", NEW), ("repeated", NEW)];
    assert_eq!(app.send(app.call("open/join", &joined, "")).await.status, StatusCode::GONE);
    let tried = [("name", "ada"), ("password", NEW)];
    assert_eq!(app.send(app.call("open/log_in", &tried, "")).await.status, StatusCode::OK);
}

#[test]
fn a_machine_without_accounts_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = crate::started::run(folder.path(), &["reset-password", "ada"]);
    assert!(!output.status.success());
    crate::started::run(folder.path(), &["migrate"]);
    let output = crate::started::run(folder.path(), &["reset-password", "ada"]);
    let line = crate::started::last_line(&output);
    assert!(line.contains("nobody has an account yet"), "{line}");
}

//! Two-step sign-in: turned on with its first code, asked for at every sign-in, used once, and the
//! ways back when the phone is lost.

use reqwest::StatusCode;
use totp_rs::{Builder, Secret};

use crate::dashboard::{PASSWORD, cookie, now_ms};
use crate::started::site_agent;
use crate::test_app::{Reply, TestApp};

/// What an app would show, some steps from now.
fn code(secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).expect("base 32");
    let totp = Builder::new().with_secret(secret).with_account_name("ada").build().expect("codes");
    let at = now_ms() / 1_000 + steps * 30;
    totp.generate(u64::try_from(at).expect("after 1970")).to_string()
}

/// What stands between two texts of a page.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

/// Turns it on for `ada`; the secret and the recovery codes.
async fn turn_on(app: &TestApp, ada: &str) -> (String, Vec<String>) {
    let asked = app.send(app.call("view/start_codes", &[("password", PASSWORD)], ada)).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text());
    let page = app.page("/admin/settings", ada).await;
    assert!(page.text().contains("The secret as a QR code"), "{}", page.text());
    let secret = between(page.text(), "Secret: <code>", "</code>").replace(' ', "");
    assert!(page.text().contains(&format!("secret={secret}")), "the link for this device");
    let on = [("code", &*code(&secret, 0))];
    let reply = app.send(app.submit("view/turn_codes_on", &on, ada)).await;
    assert_eq!(reply.header("location"), "/admin/settings?done=codes-on#codes");
    let page = app.page("/admin/settings", ada).await;
    let list = between(page.text(), "recovery mono\">", "</ul>");
    let codes: Vec<_> = list
        .split("<li>")
        .filter_map(|item| Some(item.split_once("</li>")?.0.to_owned()))
        .collect();
    assert_eq!(codes.len(), 10, "{list}");
    assert!(!page.text().contains(&secret), "the secret is shown no more");
    (secret, codes)
}

/// Writes name and password; the cookie of the half session.
async fn half_in(app: &TestApp) -> String {
    let fields = [("name", "ada"), ("password", PASSWORD)];
    let reply = app.send(app.submit("open/log_in", &fields, "")).await;
    assert_eq!(reply.header("location"), "/admin/login/code?back=1&to=/admin");
    cookie(&reply)
}

async fn enter(app: &TestApp, half: &str, code: &str) -> Reply {
    app.send(app.submit("open/enter_code", &[("code", code)], half)).await
}

#[tokio::test]
async fn signing_in_asks_for_a_code_that_works_once() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let (secret, _) = turn_on(&app, &ada).await;

    let half = half_in(&app).await;
    let page = app.page("/admin/login/code", &half).await;
    assert!(page.text().contains("One more step"), "{}", page.text());
    assert_eq!(app.page("/admin/settings", &half).await.status, StatusCode::SEE_OTHER);
    // The code that turned it on was used with that, and so was each before it.
    let used = enter(&app, &half, &code(&secret, -1)).await;
    assert_eq!(used.header("location"), "/admin/login/code?to=/admin&refused=wrong-code");
    let page = app.page(used.header("location"), &half).await;
    assert!(
        page.text().contains("role=\"alert\"") && page.text().contains("This code is not valid")
    );

    let next = code(&secret, 1);
    let reply = enter(&app, &half, &next).await;
    assert_eq!(reply.header("location"), "/admin");
    let whole = cookie(&reply);
    assert_ne!(whole, half, "another token than before");
    assert_eq!(app.page("/admin/settings", &whole).await.status, StatusCode::OK);
    assert!(app.page("/admin/login/code", &half).await.text().contains("Start again"));
    // Nor does the next one work twice, from another sign-in.
    let half = half_in(&app).await;
    let again = enter(&app, &half, &next).await;
    assert_eq!(again.header("location"), "/admin/login/code?to=/admin&refused=wrong-code");
}

#[tokio::test]
async fn a_recovery_code_signs_in_once_however_it_is_written() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let (_, codes) = turn_on(&app, &ada).await;
    let written = codes[3].to_uppercase().replace('-', " ");
    let half = half_in(&app).await;
    let reply = enter(&app, &half, &written).await;
    assert_eq!(reply.header("location"), "/admin");
    let page = app.page("/admin/settings", &cookie(&reply)).await;
    assert!(page.text().contains("9 recovery codes are left"), "{}", page.text());
    assert!(!page.text().contains(&codes[0]), "shown to the session that made them");
    let half = half_in(&app).await;
    let reply = enter(&app, &half, &codes[3]).await;
    assert_eq!(reply.header("location"), "/admin/login/code?to=/admin&refused=wrong-code");

    // New ones end the old.
    let made = app.send(app.call("view/new_recovery_codes", &[("password", PASSWORD)], &ada)).await;
    assert_eq!(made.status, StatusCode::OK);
    let reply = enter(&app, &half, &codes[4]).await;
    assert_eq!(reply.header("location"), "/admin/login/code?to=/admin&refused=wrong-code");
}

#[tokio::test]
async fn it_is_turned_on_by_its_first_code_and_off_by_the_password() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let refused = app.send(app.call("view/start_codes", &[("password", "not mine")], &ada)).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    app.send(app.call("view/start_codes", &[("password", PASSWORD)], &ada)).await;
    let wrong = app.send(app.call("view/turn_codes_on", &[("code", "000000")], &ada)).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    // Not on yet: nobody is locked out by a picture that was never scanned.
    app.sign_in("ada").await;
    app.send(app.call("view/cancel_codes", &[], &ada)).await;
    let gone = app.send(app.call("view/turn_codes_on", &[("code", "000000")], &ada)).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);

    turn_on(&app, &ada).await;
    let refused = app.send(app.call("view/turn_codes_off", &[("password", "no")], &ada)).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let off = app.send(app.call("view/turn_codes_off", &[("password", PASSWORD)], &ada)).await;
    assert_eq!(off.status, StatusCode::OK);
    app.sign_in("ada").await;
}

#[tokio::test]
async fn trying_codes_gets_slower_and_a_new_sign_in_is_no_way_around() {
    let app = TestApp::with().set("WIDGET_TRUSTED_PROXIES", "127.0.0.0/8").start().await;
    let ada = app.owner().await;
    turn_on(&app, &ada).await;
    for guess in 0..6 {
        let half = half_in(&app).await;
        let request = app.submit("open/enter_code", &[("code", "000000")], &half);
        let request = request.header("x-forwarded-for", format!("198.51.100.{guess}"));
        let reply = app.send(request).await;
        let why = if guess < 5 { "wrong-code" } else { "wait-1" };
        let page = format!("/admin/login/code?to=/admin&refused={why}");
        assert_eq!(reply.header("location"), page);
    }
}

#[tokio::test]
async fn the_machine_turns_it_off_beside_a_program_that_serves() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let (secret, codes) = turn_on(&app, &ada).await;
    let waiting = half_in(&app).await;
    let output = site_agent(app.data().parent().expect("its folder"))
        .env("SITE_AGENT_DATA_DIR", app.data())
        .args(["disable-totp", "ADA"])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    app.sign_in("ada").await;
    let page = app.page("/admin/login/code", &waiting).await;
    assert!(page.text().contains("Start again"));
    // What is kept tells neither the secret nor a code.
    let kept = crate::secrets::all_of(&app.data());
    for secret in codes.iter().chain([&secret]) {
        assert!(!kept.contains(secret.as_str()), "{secret}");
        assert!(!kept.contains(&secret.replace('-', "")), "{secret}");
    }
}

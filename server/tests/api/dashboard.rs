//! People who use the dashboard, and the forms that they send.

use reqwest::{Method, RequestBuilder};
use site_agent::auth::Token;
use site_agent::store::Store;
use site_agent::store::accounts::{AccountStore, NewSession};
use site_agent_app::admin::account::Caller;

use crate::test_app::{Reply, TestApp};

/// A password that may be one.
pub(crate) const PASSWORD: &str = "correct horse battery";

impl TestApp {
    /// Makes the first account, `ada`, with the link; her cookie.
    pub(crate) async fn owner(&self) -> String {
        cookie(&self.owner_from("").await)
    }

    /// The same from a page of a public address; what came back.
    pub(crate) async fn owner_from(&self, public_url: &str) -> Reply {
        let token = token(self.set_up_link().expect("no account yet"));
        let fields =
            [("token", token), ("name", "ada"), ("password", PASSWORD), ("repeated", PASSWORD)];
        let mut request = self.call("open/join", &fields, "");
        if !public_url.is_empty() {
            request = request.header("sec-fetch-site", "same-origin");
        }
        let reply = self.send(request).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply
    }

    /// Signs somebody in; the cookie.
    pub(crate) async fn sign_in(&self, name: &str) -> String {
        let fields = [("name", name), ("password", PASSWORD)];
        let reply = self.send(self.call("open/log_in", &fields, "")).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        cookie(&reply)
    }

    /// Makes an invitation; its token.
    pub(crate) async fn invite(&self, role: &str, owner: &str) -> String {
        let reply = self.send(self.call("own/invite", &[("role", role)], owner)).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let page = self.page("/admin/settings/people", owner).await;
        let (_, rest) = page.text().split_once("/admin/join?token=").expect("the link");
        rest.split_once('"').expect("its end").0.to_owned()
    }

    /// Makes the account of a viewer, whom `ada` invites; the viewer's cookie.
    pub(crate) async fn viewer(&self, name: &str) -> String {
        let ada = self.session_from("ada", 0, false).await;
        let link = self.invite("viewer", &ada).await;
        let fields =
            [("token", &*link), ("name", name), ("password", PASSWORD), ("repeated", PASSWORD)];
        let reply = self.send(self.call("open/join", &fields, "")).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        cookie(&reply)
    }

    /// A function of the dashboard, called as a script of its own pages would.
    pub(crate) fn call(
        &self,
        function: &str,
        fields: &[(&str, &str)],
        cookie: &str,
    ) -> RequestBuilder {
        self.request(Method::POST, &format!("/api/fn/admin/{function}"))
            .header("origin", self.origin())
            .header("accept", "application/json")
            .header("cookie", cookie)
            .form(fields)
    }

    /// The same as a plain form sends it.
    pub(crate) fn submit(
        &self,
        function: &str,
        fields: &[(&str, &str)],
        cookie: &str,
    ) -> RequestBuilder {
        self.request(Method::POST, &format!("/api/fn/admin/{function}"))
            .header("origin", self.origin())
            .header("accept", "text/html,application/xhtml+xml")
            .header("referer", format!("{}/admin/settings?a=b", self.url()))
            .header("cookie", cookie)
            .form(fields)
    }

    /// A page for somebody.
    pub(crate) async fn page(&self, path: &str, cookie: &str) -> Reply {
        let request = self.request(Method::GET, path).header("accept", "text/html");
        self.send(request.header("cookie", cookie)).await
    }

    /// The accounts as the program keeps them, for what takes longer than a test.
    pub(crate) async fn accounts(&self) -> AccountStore {
        AccountStore::new(Store::open(&self.data()).await.expect("it opens").site)
    }

    /// The cookie of a session that `name` began some time ago.
    pub(crate) async fn session_from(&self, name: &str, ms_ago: i64, is_half: bool) -> String {
        let accounts = self.accounts().await;
        let account = accounts.by_name(name).await.expect("it answers").expect("an account");
        let token = Token::random().expect("random");
        let caller = Caller { address: "192.0.2.1".to_owned(), browser: "an old one".to_owned() };
        let session = NewSession { hash: &token.hash(), caller: &caller, is_half };
        let began = now_ms() - ms_ago;
        accounts.begin(account.id, &account.name, session, began).await.expect("begun");
        format!("sid={}", token.reveal())
    }
}

/// The time of day, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.expect("after 1970").as_millis()).expect("before the end of time")
}

/// The token of a link.
pub(crate) fn token(link: &str) -> &str {
    link.split_once("token=").expect("a token").1
}

/// The session's cookie of a reply, as a browser sends it back.
pub(crate) fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
}

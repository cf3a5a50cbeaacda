//! The corpus: what goes, by which rule, and what must stay as it is.

use site_agent_app::admin::trace::Redaction;
use site_agent_core::trace::{Step, Trace};
use site_agent_core::wire::Wire as _;

use super::Redactor;

/// What becomes of a text.
fn kept(text: &str) -> String {
    Redactor::default().text(text).into_owned()
}

fn goes(rule: &str, texts: &[(&str, &str)]) {
    for (text, expected) in texts {
        let mut redactor = Redactor::default();
        assert_eq!(
            redactor.text(text),
            expected.replace('#', &format!("[redacted:{rule}]")),
            "{text}"
        );
        let counted = redactor.counted();
        assert!(counted.len() == 1 && counted[0].rule == rule, "{text}: {counted:?}");
        assert_eq!(counted[0].places as usize, expected.matches('#').count(), "{text}");
    }
}

#[test]
fn e_mails_go() {
    goes(
        "email",
        &[
            ("ada@example.com", "#"),
            ("Write to <Ada.Lovelace+shop@mail.example.co.uk>.", "Write to <#>."),
            ("a@b.de, c@d.fr", "#, #"),
            ("mailto:ada@example.com?subject=Hi", "mailto:#?subject=Hi"),
            ("jürgen@müller.de und 用户@例子.公司", "# und #"),
            ("{\"mail\":\"o'hara@example.org\"}", "{\"mail\":\"#\"}"),
        ],
    );
}

#[test]
fn phones_go() {
    goes(
        "phone",
        &[
            ("+49 30 901820", "#"),
            ("Ring me: +1 (555) 010-9999!", "Ring me: #!"),
            ("+441632960961", "#"),
            ("555-867-5309 or (212) 555-0123", "# or #"),
            ("1-800-555-0199", "#"),
            ("0171 2345678", "#"),
            ("030/90182000", "#"),
            ("020 7946 0958", "#"),
            ("01 23 45 67 89", "#"),
            ("01.23.45.67.89", "#"),
            ("my phone number is 5558675309", "my phone number is #"),
            ("Tel. 12345678", "Tel. #"),
            ("0049 30 901820", "#"),
        ],
    );
}

#[test]
fn cards_go() {
    goes(
        "card",
        &[
            ("4111111111111111", "#"),
            ("4111 1111 1111 1111 12/27", "# 12/27"),
            ("card 4111-1111-1111-1111, please", "card #, please"),
            ("5555555555554444 and 378282246310005", "# and #"),
            ("3782 822463 10005", "#"),
            ("6011111111111117", "#"),
            ("3530111333300000", "#"),
            ("30569309025904", "#"),
            ("2223003122003222", "#"),
            ("No 2 4111 1111 1111 1111 2027", "No 2 # 2027"),
            ("{\"card\":4111111111111111}", "{\"card\":#}"),
        ],
    );
}

#[test]
fn ibans_go() {
    goes(
        "iban",
        &[
            ("DE89370400440532013000", "#"),
            ("to DE89 3704 0044 0532 0130 00 today", "to # today"),
            ("gb29 nwbk 6016 1331 9268 19.", "#."),
            ("FR1420041010050500013M02606", "#"),
            ("NO9386011117947", "#"),
            ("MT84MALT011000012345MTLCAST001S", "#"),
        ],
    );
}

#[test]
fn tokens_and_keys_go() {
    goes(
        "token",
        &[
            (
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
                "#",
            ),
            ("Authorization: Bearer abc123def456", "Authorization: Bearer #"),
            ("authorization: basic QWxhZGRpbjpvcGVuc2VzYW1l", "authorization: basic #"),
            ("sk-proj-abcdefghijklmnop1234", "#"),
            ("sk-ant-api03-abcdefghijklmnop", "#"),
            ("key AKIAIOSFODNN7EXAMPLE.", "key #."),
            ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "#"),
            ("github_pat_11ABCDEFG0abcdefghijkl_mnop", "#"),
            ("xoxb-123456789012-abcdefghijkl", "#"),
            ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "#"),
            ("sk_live_abcdefghij1234567890", "#"),
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/=\n-----END RSA PRIVATE KEY-----", "#"),
        ],
    );
}

#[test]
fn secrets_in_addresses_go() {
    goes(
        "url-secret",
        &[
            ("https://ada:hunter2@host.example/x", "https://#@host.example/x"),
            (
                "https://a.example/?q=mug&access_token=abc&page=2",
                "https://a.example/?q=mug&access_token=#&page=2",
            ),
            ("/callback?code=4/P7q7W91&state=xyz", "/callback?code=#&state=xyz"),
            ("/a?b=1;session=abc", "/a?b=1;session=#"),
            (
                "?X-Amz-Signature=fe5f80&X-Amz-Date=20261130",
                "?X-Amz-Signature=#&X-Amz-Date=20261130",
            ),
            (
                "?apiKey=1&api_key=2&password=3&sig=4&secret=5&key=6",
                "?apiKey=#&api_key=#&password=#&sig=#&secret=#&key=#",
            ),
        ],
    );
}

#[test]
fn what_is_called_a_secret_goes() {
    goes(
        "sensitive",
        &[
            ("{\"password\":\"hunter 2\",\"sku\":\"MUG\"}", "{\"password\":\"#\",\"sku\":\"MUG\"}"),
            ("password: Tr0ub4dor&3", "password: #"),
            ("client_secret=abc123", "client_secret=#"),
            ("{\"cardCvc\": \"123\"}", "{\"cardCvc\": \"#\"}"),
        ],
    );
}

#[test]
fn what_a_shop_says_all_day_stays() {
    for text in [
        "Order 10-4532, number #1000234567, ORD-2026-0001234, 302-1234567-1234567",
        "order 4532015112830367 is no card: its check digit is wrong",
        "1,299.00 € or $1 299 000.00, 12.50, -0.5, 1e10, 99,95",
        "2026-11-30, 30.11.2026 10:30, 01.02.2026, 01/02/2026, 2026-11-30T10:00:00+02:00",
        "SKU MUG-BLUE-250ML, AB12CDEF3456789, 4006381333931, EAN 0012345678905",
        "550e8400-e29b-41d4-a716-446655440000 and 01890a5d-ac96-774b-bcce-b302099a8057",
        "7bbe049c27d2729102e1f283a2eeed0c853d0f0c24b7d12b6be8efb822d925b0",
        "200 x 300 x 1000 mm, 10 000 pieces, 3 for 2, 24/7, 1080p, v1.2.3, 192.168.0.1",
        "https://shop.example/search?q=mug&page=2&postcode=12345&keyword=key#top",
        "Enter your password below; the secret is patience. Token of thanks.",
        "bearer certificates, a basic instruction, @ada on the site, 5 @ 3.00",
        "tracking 1Z999AA10123456784, ISBN 978-3-16-148410-0, 1796040000000",
        "opening hours 08:00-18:00, 0800-1800, room 0123, size 10-12-14",
        "{\"startedAt\":1796040000000,\"total\":129900,\"count\":12,\"max_tokens\":1024}",
        "password: required",
        "你好，蓝色的杯子多少钱？ ١٢٣٤٥٦٧٨٩٠",
    ] {
        assert_eq!(kept(text), text);
    }
}

#[test]
fn a_mark_is_left_alone_when_it_is_seen_again() {
    let once = kept("ada@example.com +49 30 901820 {\"password\":\"x y\"} ?token=abc&b=1");
    assert_eq!(kept(&once), once);
}

fn trace(steps: &str) -> Trace {
    let text = format!(
        r#"{{"version":1,"startedAt":1,"endedAt":2,"status":"answered",
            "page":{{"origin":"https://shop.example","path":"/for/ada@example.com"}},"steps":[{steps}]}}"#
    );
    Trace::from_text(&text).expect("a trace")
}

#[test]
fn every_text_of_a_run_is_looked_at() {
    let mail = "ada@example.com";
    let mut trace = trace(&format!(
        r#"{{"type":"user","text":"{mail}"}},
        {{"type":"model","model":"m","ms":1,"reply":{{"type":"tool","name":"t","text":"{mail}"}},"usage":{{"x":"{mail}"}}}},
        {{"type":"tool-call","call":{{"id":"1","name":"t","arguments":{{"a":["{mail}",{{"b":"{mail}"}}],"{mail}":1,"n":4111111111111111}}}}}},
        {{"type":"invalid-call","call":{{"id":"2","name":"{mail}"}},"outcome":"missing","text":"{mail}"}},
        {{"type":"tool-result","callId":"1","outcome":"ok","text":"{mail}","meta":{{"m":"{mail}"}},"errorCode":"{mail}"}},
        {{"type":"page","origin":"https://a.example","path":"/{mail}"}},
        {{"type":"error","code":"x","message":"{mail}","detail":["{mail}"]}},
        {{"type":"answer","text":"{mail}"}},
        {{"type":"later","words":"{mail}"}}"#
    ));
    let mut redactor = Redactor::default();
    redactor.trace(&mut trace);
    let text = trace.to_text();
    assert!(!text.contains("ada@") && !text.contains("4111"), "{text}");
    let expected = [("card", 1), ("email", 17)];
    let expected = expected.map(|(rule, places)| Redaction { rule: rule.to_owned(), places });
    assert_eq!(redactor.counted(), expected);
    let Step::ToolCall { call, .. } = &trace.steps[2].step else { panic!("the call") };
    assert_eq!(call.redacted, ["/a/0", "/a/1/b", "/[redacted:email]", "/n"]);
}

#[test]
fn arguments_go_by_their_names_and_by_what_the_page_marked() {
    let mut trace = trace(
        r#"{"type":"tool-call","call":{"id":"1","name":"log_in","redacted":["/note","/list/1"],
            "arguments":{"user":"ada","newPassword":"x","pin":1234,"api":{"secret_key":["a","b"]},
            "note":"private","list":["a","b"],"max_tokens":5,"token":""}}}"#,
    );
    Redactor::default().trace(&mut trace);
    let Step::ToolCall { call, .. } = &trace.steps[0].step else { panic!("the call") };
    let mark = "[redacted:sensitive]";
    assert_eq!(
        call.arguments.as_ref().expect("arguments").to_text(),
        format!(
            r#"{{"user":"ada","newPassword":"{mark}","pin":"{mark}","api":{{"secret_key":"{mark}"}},"note":"{mark}","list":["a","{mark}"],"max_tokens":5,"token":""}}"#
        )
    );
    assert_eq!(call.redacted, ["/note", "/list/1", "/newPassword", "/pin", "/api/secret_key"]);
}

#[test]
fn no_long_text_keeps_it_for_ever() {
    for piece in
        ["a", "1", "1 ", "a@", "?a=", "+1-", "DE89", "eyJa.", "\"a\":\"", "//", "password:", "0-"]
    {
        let text = piece.repeat(262_144 / piece.len());
        // A rule that tries every length from every place would be at it for hours.
        kept(&text);
    }
}

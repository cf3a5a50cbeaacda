//! The configuration: every mistake named at once, with what to write instead, and no secret in
//! what is printed.

use std::fs;

use site_agent::Config;
use site_agent::config::{Problems, Upstream, effective};

fn load(file: &str, variables: &[(&str, &str)]) -> Result<Config, Problems> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("site-agent.toml");
    fs::write(&path, file).expect("written");
    let variables =
        variables.iter().map(|(name, value)| (format!("SITE_AGENT_{name}"), (*value).to_owned()));
    Config::load(Some(&path), variables)
}

fn problems(file: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let problems = load(file, variables).expect_err("a problem");
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn nothing_given_is_a_working_configuration() {
    let config = load("", &[]).expect("defaults");
    assert_eq!(config.listen.to_string(), "127.0.0.1:3000");
    assert!(matches!(config.widget.upstream, Upstream::Rules));
    let own: Vec<_> = config.own_origins(3000).iter().map(ToString::to_string).collect();
    assert!(own.contains(&"http://localhost:3000".to_owned()), "{own:?}");
}

#[test]
fn each_mistake_names_its_key_and_what_to_write() {
    for (file, place, said) in [
        ("listen = 'localhost'", "listen", "write one like"),
        ("listen = 3000", "listen", "is not text in quotes"),
        ("lisen = ''", "lisen", "did you mean listen?"),
        ("[wiget]\nlabel = ''", "wiget", "is not a setting"),
        ("[widget]\nmodle = 'x'", "widget.modle", "did you mean widget.model?"),
        ("public_url = 'shop.example'", "public_url", "https://shop.example"),
        (
            "[widget]\nallowed_origins = ['*']",
            "widget.allowed_origins",
            "`*` is not an origin: wildcards",
        ),
        (
            "[widget]\nallowed_origins = ['https://a.example/']",
            "widget.allowed_origins",
            "write `https://a.example`",
        ),
        (
            "[widget]\nallowed_origins = ['https://a.example/x']",
            "widget.allowed_origins",
            "`https://a.example/x` is not an origin",
        ),
        (
            "[widget]\nallowed_origins = 'https://a.example'",
            "widget.allowed_origins",
            "a list of texts",
        ),
        ("[widget]\nprovider = 'claude'\nmodel = 'x'", "widget.provider", "\"anthropic\""),
        ("[widget]\nprovider = 'openai'\napi_key = 'k'", "widget.model", "is missing"),
        ("[widget]\nmodel = 'x'", "widget.model", "set widget.provider"),
        ("[widget]\nprovider = 'openai-compatible'\nmodel = 'x'", "widget.base_url", "is missing"),
        (
            "[widget]\nprovider = 'openai'\nmodel = 'x'\napi_key = 'k'\nbase_url = 'http://10.0.0.1/v1'",
            "widget.base_url",
            "allow_private_base_url",
        ),
        (
            "[widget]\nprovider = 'openai'\nmodel = 'x'\napi_key = 'k'\nbase_url = 'https://u:p@a.example'",
            "widget.base_url",
            "it holds credentials",
        ),
        ("[widget]\ndaily_tokens = 0", "widget.daily_tokens", "0 is out of range"),
        ("[widget]\nmax_tokens = 0", "widget.max_tokens", "0 is out of range"),
        (
            "[widget]\nrate_limit = false\n[widget.rate_limit]\nmax = 1",
            "site-agent.toml",
            "is not TOML",
        ),
        ("[widget.rate_limit]\nmax = -1", "widget.rate_limit.max", "-1 is out of range"),
        (
            "[widget]\nclient_ip_header = 'cf-connecting-ip'",
            "widget.client_ip_header",
            "trusted_proxies",
        ),
        ("[widget]\ntrusted_proxies = ['10.0.0.0/33']", "widget.trusted_proxies", "10.0.0.0/8"),
        ("[widget]\npre_approved = ['a b']", "widget.pre_approved", "one name an entry"),
        ("[widget]\ntheme = 'blue'", "widget.theme", "\"auto\" or \"light\" or \"dark\""),
        ("[metrics]\nlisten = '9100'", "metrics.listen", "127.0.0.1:9100"),
        (
            "listen = '127.0.0.1:80'\n[metrics]\nlisten = '127.0.0.1:80'",
            "metrics.listen",
            "another port",
        ),
        ("[log]\nformat = 'xml'", "log.format", "\"json\""),
        ("listen = ", "site-agent.toml, line 1", "is not TOML"),
    ] {
        let all = problems(file, &[]);
        assert_eq!(all.len(), 1, "{file}: {all:?}");
        assert!(all[0].contains(place) && all[0].contains(said), "{file}: {all:?}");
    }
}

#[test]
fn all_mistakes_are_listed_at_once() {
    let file = "listen = 'x'\n[widget]\nallowed_origins = ['*', 'https://a.example/']\nprovider = 'openai'";
    let all = problems(file, &[("WIDGET_MAX_TOOLS", "many"), ("WIDGET_LABLE", "Ask")]);
    for part in [
        "listen",
        "`*`",
        "a.example/",
        "widget.model",
        "widget.api_key",
        "WIDGET_MAX_TOOLS",
        "WIDGET_LABEL",
    ] {
        assert!(all.iter().any(|problem| problem.contains(part)), "{part}: {all:?}");
    }
    assert_eq!(all.len(), 7, "{all:?}");
    let error = load(file, &[]).expect_err("problems").to_string();
    let last = error.lines().last().expect("a line");
    assert!(last.contains("5 problems"), "{last}");
}

#[test]
fn variables_win_and_name_themselves_in_a_problem() {
    let config = load("listen = '127.0.0.1:1'", &[("LISTEN", "127.0.0.1:2")]).expect("good");
    assert_eq!(config.listen.port(), 2);
    let all = problems("", &[("WIDGET_ALLOWED_ORIGINS", "https://a.example,https://b.example/")]);
    assert_eq!(all.len(), 1);
    assert!(
        all[0].starts_with("SITE_AGENT_WIDGET_ALLOWED_ORIGINS: `https://b.example/`"),
        "{all:?}"
    );
}

#[test]
fn empty_and_quoted_variables_are_taken_as_meant() {
    let config = load("", &[("WIDGET_LABEL", "\"Ask us\""), ("PUBLIC_URL", "")]).expect("good");
    assert_eq!(config.widget.appearance.label.as_deref(), Some("Ask us"));
    assert_eq!(config.public_url, None);
}

#[test]
fn the_key_that_seals_is_hex_digits_from_either_place_and_is_shown_by_neither() {
    let key = "0123456789abcdef".repeat(4);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("key");
    fs::write(&file, format!("{key}\n")).expect("written");
    let file = file.display().to_string();
    for variable in [("SECRET_KEY", key.as_str()), ("SECRET_KEY_FILE", file.as_str())] {
        let config = load("", &[variable]).expect("a good configuration");
        assert!(config.secret_key.is_some());
        let printed = site_agent::config::effective(&config);
        assert!(printed.contains("secret_key = \"(set, not shown)\""), "{printed}");
        assert!(!printed.contains(&key) && !format!("{config:?}").contains(&key));
    }
    let problems = problems("", &[("SECRET_KEY", "canary-no-key")]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("SITE_AGENT_SECRET_KEY") && problems[0].contains("64 hex digits"));
    assert!(!problems[0].contains("canary"), "{problems:?}");
}

#[test]
fn a_secret_can_come_from_a_file_and_is_never_printed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let key = folder.path().join("key");
    fs::write(&key, "sk-very-secret\n").expect("written");
    let key = key.display().to_string();
    let base = [("WIDGET_PROVIDER", "anthropic"), ("WIDGET_MODEL", "some-model")];

    let config = load("", &[base[0], base[1], ("WIDGET_API_KEY_FILE", &key)]).expect("good");
    let printed = effective(&config);
    assert!(printed.contains("api_key = \"(set, not shown)\""), "{printed}");
    assert!(!printed.contains("very-secret") && !format!("{config:?}").contains("very-secret"));

    let both =
        problems("", &[base[0], base[1], ("WIDGET_API_KEY_FILE", &key), ("WIDGET_API_KEY", "b")]);
    assert!(both[0].contains("keep one"), "{both:?}");
    let gone = problems("", &[base[0], base[1], ("WIDGET_API_KEY_FILE", "/no/such/file")]);
    assert!(gone[0].contains("cannot be read"), "{gone:?}");
}

#[test]
fn a_key_in_the_wrong_place_is_not_repeated() {
    for (file, variables) in [
        (
            "[widget]\nprovider = 'openai'\nmodel = 'x'\napi_key = 'k'\nbase_url = 'sk-secret'",
            &[][..],
        ),
        ("[widget]\napi_key = 'sk-secret", &[]),
        ("[widget]\nmax_tokens = 'sk-secret'", &[]),
        ("", &[("WIDGET_MAX_TOKENS", "sk-secret")]),
    ] {
        let all = problems(file, variables);
        assert!(!all.iter().any(|problem| problem.contains("sk-secret")), "{all:?}");
    }
}

#[test]
fn what_is_printed_is_a_configuration() {
    let file = "public_url = 'https://a.example/agent'\n[widget]\nprovider = 'openai'\nmodel = 'x'\napi_key = 'k'\n\
                allowed_origins = ['https://b.example']\n[widget.fallback]\nprovider = 'rules'\n\
                [widget.rate_limit]\nmax = 7";
    let printed = effective(&load(file, &[]).expect("good"));
    let again = effective(&load(&printed, &[]).expect(&printed));
    assert_eq!(printed, again);
    let off = effective(&load("[widget]\nrate_limit = false", &[]).expect("good"));
    assert!(load(&off, &[]).expect(&off).widget.rate_limit.is_none());
}

//! The settings of a widget as fields of a form: one table says what there is, one view shows any of
//! them. What fits is the configuration's to say; here is only how it is asked for.

use leptos::prelude::*;

use super::answer::{Answer, Fields};
use super::wrong::Wrong;

/// How a field is filled in.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A line; what is in force without it stands in it.
    Line(&'static str),
    /// Several lines.
    Lines,
    /// A whole number; the same.
    Number(&'static str),
    /// Yes or no.
    Switch,
    /// One of these: value and words.
    Choice(&'static [(&'static str, &'static str)]),
}

use Kind::{Choice, Line, Lines, Number, Switch};

/// A field: its name is the key in the configuration, below `widget`.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    hint: &'static str,
    kind: Kind,
}

/// Fields that belong together.
pub(super) struct Group {
    pub(super) title: &'static str,
    /// Whether it is folded until somebody wants it.
    pub(super) is_folded: bool,
    pub(super) fields: &'static [Field],
}

const fn field(name: &'static str, label: &'static str, kind: Kind, hint: &'static str) -> Field {
    Field { name, label, hint, kind }
}

pub(super) const NAME: Field = field("name", "Name", Line(""), "For you; visitors do not see it.");

pub(super) const PROVIDER: Field =
    field("provider", "Provider", Choice(&PROVIDERS), "Who answers at the program's own address.");
pub(super) const MODEL: Field =
    field("model", "Model", Line(""), "The provider's id of it. There is no default: ids change.");
pub(super) const BASE_URL: Field = field(
    "base_url",
    "Base URL",
    Line("the provider's own"),
    "Another address of the provider, or where your compatible server is. The key goes with the \
     host: give it again when that changes.",
);

const PROVIDERS: [(&str, &str); 5] = [
    ("rules", "Built-in rules, no model"),
    ("anthropic", "Anthropic"),
    ("openai", "OpenAI"),
    ("openai-compatible", "OpenAI-compatible (Ollama, vLLM, a gateway)"),
    ("gemini", "Gemini"),
];
const OR_RULES: [(&str, &str); 2] = [("", "Nobody"), ("rules", "The built-in rules")];
const LEVELS: [(&str, &str); 3] = [
    ("", "Nothing"),
    ("metadata", "Steps and times, no text"),
    ("full", "Everything, if the visitor says yes"),
];
const THEMES: [(&str, &str); 3] =
    [("", "As the visitor's system"), ("light", "Light"), ("dark", "Dark")];
const CORNERS: [(&str, &str); 2] = [("", "At the end of a line"), ("start", "At its start")];

/// The form of a widget's page, from top to bottom.
pub(super) const GROUPS: [Group; 5] = [
    Group {
        title: "Who answers",
        is_folded: false,
        fields: &[
            NAME,
            PROVIDER,
            MODEL,
            BASE_URL,
            field("fallback.provider", "While it is down", Choice(&OR_RULES), "Who answers then."),
            field(
                "instructions",
                "Instructions",
                Lines,
                "Your words to the model, before the page's.",
            ),
            field("allow_client_instructions", "Use the page's own instructions, too", Switch, ""),
        ],
    },
    Group {
        title: "What visitors see",
        is_folded: false,
        fields: &[
            field("label", "Label", Line("Ask this site"), "On the launcher."),
            field("heading", "Heading", Line("the label"), "Over the panel."),
            field("placeholder", "Placeholder", Line("What can I do for you?"), "In the composer."),
            field("suggestions", "Suggestions", Lines, "What to ask first, one a line."),
            field("theme", "Theme", Choice(&THEMES), ""),
            field("position", "Corner", Choice(&CORNERS), ""),
            field("lang", "Language", Line("the page's"), "A tag like de or zh-Hans."),
        ],
    },
    Group {
        title: "What it may do",
        is_folded: false,
        fields: &[
            field(
                "pre_approved",
                "Tools that need no question",
                Lines,
                "Names of your pages' tools. What is marked consequential asks all the same.",
            ),
            field("traces", "Store of each run", Choice(&LEVELS), "Off unless you choose."),
            field(
                "models",
                "Models, in the order to try",
                Line("chrome proxy"),
                "chrome, proxy, rules.",
            ),
            field("max_steps", "Steps of a run", Number("6"), "1 to 50."),
        ],
    },
    Group {
        title: "What it may cost",
        is_folded: true,
        fields: &[
            field("rate_limit", "Limit each client", Switch, ""),
            field("rate_limit.max", "Requests of a client at once", Number("20"), ""),
            field("rate_limit.window_ms", "Milliseconds until all are back", Number("60000"), ""),
            field("daily_requests", "Steps a day", Number("no bound"), "Of all clients together."),
            field("daily_tokens", "Tokens a day", Number("no bound"), "Read and written."),
            field("max_tokens", "Tokens written in a step", Number("1024"), ""),
            field("max_messages", "Messages in a request", Number("40"), ""),
            field("max_tools", "Tools in a request", Number("32"), ""),
            field("max_body_bytes", "Bytes of a request", Number("65536"), ""),
            field("timeout_ms", "Milliseconds for a step", Number("30000"), ""),
        ],
    },
    Group {
        title: "Callers that are no plain page",
        is_folded: true,
        fields: &[
            field(
                "allow_missing_origin",
                "Serve clients that are no browser",
                Switch,
                "They send no Origin: then only the limits guard.",
            ),
            field("allow_headers", "Further request headers", Line(""), "That a page may send."),
        ],
    },
];

/// Fields that stand in forms of their own.
pub(super) const ORIGIN: (&str, &str) = ("origin", "Origin");
pub(super) const ORIGINS: (&str, &str) = ("allowed_origins", "Origins of your pages");
pub(super) const PROVIDER_KEY: (&str, &str) = ("provider_key", "Provider key");

/// The label of a field, for a list of what is wrong; none where no form asks for it.
pub(super) fn label_of(name: &str) -> Option<&'static str> {
    let listed = GROUPS.iter().flat_map(|group| group.fields);
    let listed = listed.map(|field| (field.name, field.label));
    let mut all = listed.chain([ORIGIN, ORIGINS, PROVIDER_KEY]);
    all.find(|(known, _)| *known == name).map(|(_, label)| label)
}

/// The id on the page; a dot in it would be a class for whoever looks it up.
pub(super) fn id_of(name: &str) -> String {
    name.replace('.', "-")
}

/// A field with its label, what is in it, and what is wrong with that.
#[component]
pub(super) fn FieldView(
    field: &'static Field,
    values: Fields,
    answer: Option<Answer>,
) -> impl IntoView {
    let Field { name, label, hint, kind } = *field;
    let value = values.get(name).cloned().unwrap_or_default();
    let wrong = Wrong::of(answer.as_ref(), name, label);
    let id = id_of(name);
    let posted = format!("fields[{name}]");
    let described = wrong.described(!hint.is_empty());
    let invalid = wrong.invalid();
    let input = match kind {
        Switch => view! {
            <label class="choice">
                <input
                    type="checkbox"
                    id=id.clone()
                    name=posted
                    value="true"
                    checked=!value.is_empty()
                    aria-describedby=described
                    aria-invalid=invalid
                />
                {label}
            </label>
        }
        .into_any(),
        Choice(choices) => view! {
            <select id=id.clone() name=posted aria-describedby=described aria-invalid=invalid>
                {choices
                    .iter()
                    .map(|&(choice, words)| {
                        view! {
                            <option value=choice selected=choice == value>
                                {words}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        }
        .into_any(),
        Lines => view! {
            <textarea
                id=id.clone()
                name=posted
                rows="4"
                dir="auto"
                aria-describedby=described
                aria-invalid=invalid
            >
                {format!("\n{value}")}
            </textarea>
        }
        .into_any(),
        Line(empty) | Number(empty) => view! {
            <input
                id=id.clone()
                name=posted
                value=value
                placeholder=empty
                dir="auto"
                inputmode=matches!(kind, Number(_)).then_some("numeric")
                autocomplete="off"
                required=name == "name"
                aria-describedby=described
                aria-invalid=invalid
            />
        }
        .into_any(),
    };
    let is_switch = matches!(kind, Switch);
    view! {
        <div class="field">
            {(!is_switch).then(|| view! { <label for=id.clone()>{label}</label> })}
            {input}
            {(!hint.is_empty())
                .then(|| {
                    view! {
                        <span class="small" id=format!("{id}-hint")>
                            {hint}
                        </span>
                    }
                })}
            {wrong.view()}
        </div>
    }
}

/// What is wrong, as a sentence beside its field.
pub(super) fn sentence(label: &str, words: &str) -> String {
    if goes_on(words) { format!("{label} {words}.") } else { format!("{words}.") }
}

/// The same in a list, where nothing else says which field it is about.
pub(super) fn listed_sentence(label: &str, words: &str) -> String {
    if goes_on(words) { sentence(label, words) } else { format!("{label}: {words}.") }
}

/// Whether the words are the rest of a sentence that begins with the field.
fn goes_on(words: &str) -> bool {
    words.starts_with(|first: char| first.is_ascii_lowercase())
}

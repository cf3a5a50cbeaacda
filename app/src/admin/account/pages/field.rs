//! Fields of the forms about accounts.

use leptos::prelude::*;

/// A name or a password, with its label.
#[component]
pub(super) fn Field(
    /// The field's name.
    name: &'static str,
    /// What it asks for.
    label: &'static str,
    /// What a browser may fill in.
    autocomplete: &'static str,
    /// `text` or `password`.
    #[prop(default = "text")]
    kind: &'static str,
    /// A word on what fits.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// The field's id, where another form of the page has a field of that name.
    #[prop(optional)]
    id: Option<&'static str>,
) -> impl IntoView {
    let id = id.unwrap_or(name);
    let hint_id = hint.map(|_| format!("{id}-hint"));
    view! {
        <p class="field">
            <label for=id>{label}</label>
            <input
                id=id
                name=name
                type=kind
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                required
                aria-describedby=hint_id.clone()
            />
            {hint
                .map(|hint| {
                    view! {
                        <span class="small" id=hint_id>
                            {hint}
                        </span>
                    }
                })}
        </p>
    }
}

/// The two fields of a new password.
#[component]
pub(super) fn NewPassword() -> impl IntoView {
    view! {
        <Field
            name="password"
            label="New password"
            kind="password"
            autocomplete="new-password"
            hint="At least 12 characters. A few unrelated words are easy to remember."
        />
        <Field
            name="repeated"
            label="The same again"
            kind="password"
            autocomplete="new-password"
        />
    }
}

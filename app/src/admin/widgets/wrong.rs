//! What is wrong with a field: told beside it, and to whoever hears the field read out.

use leptos::prelude::*;

use super::answer::Answer;
use super::field::{id_of, sentence};

/// What the last form was told of one field; often nothing.
pub(super) struct Wrong {
    id: String,
    sentence: Option<String>,
}

impl Wrong {
    /// With the field of that name and label.
    pub(super) fn of(answer: Option<&Answer>, field: &str, label: &str) -> Self {
        let faults = answer.map_or(&[][..], |answer| &answer.faults);
        let of_field = faults.iter().filter(|fault| fault.field == field);
        let sentences: Vec<_> = of_field.map(|fault| sentence(label, &fault.words)).collect();
        let sentence = (!sentences.is_empty()).then(|| sentences.join(" "));
        Self { id: id_of(field), sentence }
    }

    /// Whether there is anything.
    pub(super) fn is_there(&self) -> bool {
        self.sentence.is_some()
    }

    /// For `aria-invalid`.
    pub(super) fn invalid(&self) -> Option<&'static str> {
        self.is_there().then_some("true")
    }

    /// For `aria-describedby`: the field's hint, if it has one, and this.
    pub(super) fn described(&self, has_hint: bool) -> Option<String> {
        let hint = has_hint.then(|| format!("{}-hint", self.id));
        let wrong = self.is_there().then(|| format!("{}-wrong", self.id));
        let both = hint.into_iter().chain(wrong).collect::<Vec<_>>().join(" ");
        (!both.is_empty()).then_some(both)
    }

    /// The sentence below the field.
    pub(super) fn view(self) -> impl IntoView {
        let id = format!("{}-wrong", self.id);
        self.sentence.map(|sentence| {
            view! {
                <span class="wrong" id=id>
                    {sentence}
                </span>
            }
        })
    }
}

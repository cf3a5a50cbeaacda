//! An order that was placed. The checkout is a mock: nothing is charged and nothing is sent.

use serde::{Deserialize, Serialize};

use super::cart::{Cart, Line};
use super::ids::OrderId;
use super::money::Cents;

/// Where an order goes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipient {
    /// Who gets it.
    pub name: String,
    /// Where the confirmation would go.
    pub email: String,
    /// Street and number.
    pub street: String,
    /// Postcode and town.
    pub town: String,
}

impl Recipient {
    /// The person the demo shop delivers to when an order is placed in words alone.
    pub fn demo() -> Self {
        Self {
            name: "Ada Example".to_owned(),
            email: "ada@example.com".to_owned(),
            street: "Gardener's Lane 7".to_owned(),
            town: "10115 Berlin".to_owned(),
        }
    }

    /// What is missing or too long, in words for the person who filled the form.
    pub fn fault(&self) -> Option<&'static str> {
        let fields = [&self.name, &self.email, &self.street, &self.town];
        if fields.iter().any(|field| field.trim().is_empty()) {
            Some("Name, email, street and town are all needed to deliver.")
        } else if fields.iter().any(|field| field.chars().count() > 120) {
            Some("One of the lines of the address is longer than 120 characters.")
        } else if !is_email(&self.email) {
            Some("The email address does not look like one: it needs a name, an @ and a domain.")
        } else {
            None
        }
    }
}

/// True for what can be an email address: one `@`, something before it, a dotted name after it.
pub fn is_email(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 254
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
        && text.split_once('@').is_some_and(|(user, host)| {
            !user.is_empty()
                && !host.contains('@')
                && host.split('.').count() > 1
                && host.split('.').all(|label| !label.is_empty())
        })
}

/// An order as it was placed; later changes of prices do not touch it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Its secret id, in its address.
    pub id: OrderId,
    /// Its number for people; shown as `LD-1042`.
    pub number: u32,
    /// When it was placed, in ms since 1970.
    pub placed_at: i64,
    /// Where it goes.
    pub to: Recipient,
    /// What was bought, at the prices of that day.
    pub lines: Vec<Line>,
    /// The coupon used.
    pub coupon_code: Option<String>,
    /// Price of the goods.
    pub goods: Cents,
    /// Taken off the goods.
    pub discount: Cents,
    /// What delivery cost.
    pub delivery: Cents,
}

impl Order {
    /// What was to be paid.
    pub fn total(&self) -> Cents {
        self.goods - self.discount + self.delivery
    }

    /// `LD-1042`.
    pub fn name(&self) -> String {
        format!("LD-{}", self.number)
    }

    /// How many things were bought.
    pub fn items(&self) -> String {
        Cart { lines: self.lines.clone(), coupon: None }.items()
    }
}

#[cfg(test)]
mod tests {
    use super::{Recipient, is_email};

    #[test]
    fn email_addresses_are_told_from_other_text() {
        for good in ["ada@example.com", "a+b@x.co.uk"] {
            assert!(is_email(good), "{good}");
        }
        for bad in
            ["", "ada", "@example.com", "ada@", "ada@localhost", "a@b@c.d", "a b@c.d", "a@b."]
        {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn a_recipient_says_what_is_missing() {
        assert_eq!(Recipient::demo().fault(), None);
        assert!(Recipient { town: " ".to_owned(), ..Recipient::demo() }.fault().is_some());
        assert!(Recipient { email: "ada".to_owned(), ..Recipient::demo() }.fault().is_some());
    }
}

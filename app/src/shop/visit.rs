//! One request by one visitor: whose cart it is, what was chosen, what was said last.

use http::request::Parts;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

use super::cart::Cart;
use super::cookies;
use super::demo::Demo;
use super::ids::CartId;
use super::said::{Said, ShopFault};
use crate::ports::{Ports, StoreError};
use crate::site::Site;

const CART: &str = "cart";
const CART_SECONDS: u32 = 90 * 24 * 60 * 60;
const NOTICE: &str = "notice";
/// Longer than any redirect takes, shorter than a visitor takes to come back from elsewhere.
const NOTICE_SECONDS: u32 = 20;
/// A cookie holds about 4,000 bytes; a notice is a sentence or two.
const NOTICE_BYTES: usize = 900;

/// A request and what the server gave to answer it with.
#[derive(Clone)]
pub struct Visit {
    /// What the server can do.
    pub ports: Ports,
    /// Where the site is.
    pub site: Site,
    parts: Parts,
    response: ResponseOptions,
}

impl Visit {
    /// This request's visit; `None` outside of one.
    pub fn here() -> Option<Self> {
        Some(Self {
            ports: use_context()?,
            site: Site::here(),
            parts: use_context()?,
            response: use_context()?,
        })
    }

    /// The visitor's choices for the demo.
    pub fn demo(&self) -> Demo {
        Demo::of(&self.parts, &self.site)
    }

    /// Keeps the visitor's choices for the demo.
    pub fn keep_demo(&self, demo: &Demo) {
        self.keep(super::demo::COOKIE, &demo.to_cookie(), CART_SECONDS);
    }

    /// Sets the status of the page.
    pub fn set_status(&self, status: http::StatusCode) {
        self.response.set_status(status);
    }

    /// The visitor's cart; an empty one for whoever has none yet.
    pub async fn cart(&self) -> Result<Cart, StoreError> {
        let Some(id) = self.cart_cookie() else { return Ok(Cart::default()) };
        Ok(self.ports.carts.cart(&id).await?.unwrap_or_default())
    }

    /// The id of the visitor's cart. Opens one where there is none: an id is only ever of our own
    /// making, so nobody can hand a visitor a cart that others look into.
    pub async fn cart_id(&self) -> Result<CartId, StoreError> {
        if let Some(id) = self.cart_cookie()
            && self.ports.carts.cart(&id).await?.is_some()
        {
            return Ok(id);
        }
        let id = self.ports.carts.open().await?;
        self.keep(CART, id.as_str(), CART_SECONDS);
        Ok(id)
    }

    /// Hands an answer back: to a script as it is, to a plain form as a notice on the page that it
    /// is sent back to.
    pub fn answer(&self, said: Said) -> Said {
        if self.wants_page() {
            self.keep(NOTICE, &encode_notice(&said), NOTICE_SECONDS);
            let back = self.parts.headers.get(http::header::REFERER);
            if let Some(back) = back.and_then(|back| back.to_str().ok()) {
                leptos_axum::redirect(&without_fault(back));
            }
        }
        said
    }

    /// Sends a plain form's browser to another page of ours instead of back.
    pub fn go_to(&self, address: &str) {
        if self.wants_page() {
            leptos_axum::redirect(address);
        }
    }

    /// What the last form was answered with; said once. `cart` goes with it if it was about that.
    pub fn take_notice(&self, cart: &Cart) -> Option<Said> {
        let notice = cookies::read(&self.parts, NOTICE)?;
        self.keep(NOTICE, "", 0);
        decode_notice(notice, cart)
    }

    /// True when the last form was refused before anyone could answer it.
    pub fn came_back_with_fault(&self) -> bool {
        self.parts.uri.query().is_some_and(|query| query.contains("__err="))
    }

    fn cart_cookie(&self) -> Option<CartId> {
        CartId::parse(cookies::read(&self.parts, CART)?)
    }

    fn keep(&self, name: &str, value: &str, seconds: u32) {
        cookies::keep(&self.response, &self.site, name, value, seconds);
    }

    fn wants_page(&self) -> bool {
        let accept = self.parts.headers.get(http::header::ACCEPT);
        accept.is_some_and(|accept| accept.to_str().is_ok_and(|a| a.contains("text/html")))
    }
}

/// The visit, or the fault of a server that gave none.
pub fn require() -> Result<Visit, ShopFault> {
    Visit::here().ok_or(ShopFault::Store)
}

/// An address without what an earlier, refused form left in it.
fn without_fault(address: &str) -> String {
    let address = address.split('#').next().unwrap_or_default();
    let Some((path, query)) = address.split_once('?') else { return address.to_owned() };
    let is_ours = |pair: &&str| {
        !pair.is_empty() && !pair.starts_with("__path=") && !pair.starts_with("__err=")
    };
    let query: Vec<_> = query.split('&').filter(is_ours).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

/// `+` for done or `!` for refused, `c` if it was about the cart, then the words in hex, so that any
/// word fits a cookie.
fn encode_notice(said: &Said) -> String {
    let is_about_cart = said.cart.as_ref().is_some_and(|cart| !cart.is_empty());
    let sign = format!(
        "{}{}",
        if said.is_error { '!' } else { '+' },
        if is_about_cart { 'c' } else { '-' }
    );
    let text = said.text.as_str();
    let end = (0..=NOTICE_BYTES.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    let bytes = &text.as_bytes()[..end.unwrap_or(0)];
    std::iter::once(sign).chain(bytes.iter().map(|byte| format!("{byte:02x}"))).collect()
}

fn decode_notice(cookie: &str, cart: &Cart) -> Option<Said> {
    let is_error = cookie.starts_with('!');
    let rest = cookie.strip_prefix(['!', '+'])?;
    let hex = rest.strip_prefix(['c', '-'])?;
    if hex.is_empty() || !hex.is_ascii() {
        return None;
    }
    let bytes: Option<Vec<u8>> = hex
        .as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    let text = String::from_utf8(bytes?).ok()?;
    let cart = rest.starts_with('c').then(|| cart.clone());
    Some(Said { text, is_error, cart, placed: None })
}

#[cfg(test)]
mod tests {
    use super::{Cart, Said, decode_notice, encode_notice, without_fault};

    #[test]
    fn the_way_back_forgets_an_earlier_fault_and_nothing_else() {
        for (from, to) in [
            ("http://a/shop/cart", "http://a/shop/cart"),
            ("http://a/shop/cart?__path=%2Fapi&__err=x", "http://a/shop/cart"),
            ("http://a/shop/search?q=a&__err=x&max=2", "http://a/shop/search?q=a&max=2"),
            ("http://a/shop/cart?#reviews", "http://a/shop/cart"),
        ] {
            assert_eq!(without_fault(from), to);
        }
    }

    #[test]
    fn a_notice_comes_back_from_its_cookie_in_any_script() {
        for said in [Said::done("Added 2 × Blue enamel mug."), Said::refused("Täss’ übrig: 0 €")]
        {
            assert_eq!(decode_notice(&encode_notice(&said), &Cart::default()), Some(said));
        }
    }

    #[test]
    fn a_long_notice_is_cut_between_characters() {
        let long = "ü".repeat(2000);
        let back = decode_notice(&encode_notice(&Said::done(&long)), &Cart::default()).unwrap();
        assert!(long.starts_with(&back.text) && back.text.len() <= 900);
    }

    #[test]
    fn what_is_not_a_notice_is_none() {
        for cookie in ["", "+", "7b", "+-", "+7b", "+-zz", "+cff", "!-é"] {
            assert_eq!(decode_notice(cookie, &Cart::default()), None, "{cookie}");
        }
    }
}

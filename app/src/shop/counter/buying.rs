//! What changes a cart, an order or the newsletter's list.

use super::{meant, quoted};
use crate::ports::CartError;
use crate::shop::cart::Cart;
use crate::shop::ids::CartId;
use crate::shop::money::Cents;
use crate::shop::order::{Recipient, is_email};
use crate::shop::said::{Placed, Said, ShopFault};
use crate::shop::visit::Visit;

/// What is in the cart and what it comes to.
pub async fn show_cart(visit: &Visit) -> Result<Said, ShopFault> {
    let cart = visit.cart().await?;
    Ok(Said::done(describe(&cart)).with_cart(cart))
}

/// Puts more of a product into the cart.
pub async fn add(visit: &Visit, wanted: &str, quantity: u32) -> Result<Said, ShopFault> {
    if quantity == 0 {
        return Ok(Said::refused("The quantity must be a whole number from 1."));
    }
    let product = match meant(visit, wanted).await? {
        Ok(product) => product,
        Err(said) => return Ok(said),
    };
    let id = visit.cart_id().await?;
    match visit.ports.carts.add(&id, &product.sku, quantity).await {
        Ok(cart) => Ok(Said::done(format!(
            "Added {quantity} × {} ({}). {}",
            product.name,
            product.sku,
            state(&cart)
        ))
        .with_cart(cart)),
        Err(error) => refusal(visit, &id, &product.name, error).await,
    }
}

/// Sets how many of a product are in the cart; 0 takes it out.
pub async fn set_quantity(visit: &Visit, wanted: &str, quantity: u32) -> Result<Said, ShopFault> {
    let product = match meant(visit, wanted).await? {
        Ok(product) => product,
        Err(said) => return Ok(said),
    };
    let id = visit.cart_id().await?;
    match visit.ports.carts.set(&id, &product.sku, quantity).await {
        Ok(cart) if quantity == 0 => {
            Ok(Said::done(format!("Took {} out. {}", product.name, state(&cart))).with_cart(cart))
        }
        Ok(cart) => Ok(Said::done(format!(
            "The cart now has {quantity} × {} ({}): {} in all, {}.",
            product.name,
            product.sku,
            cart.items(),
            cart.goods() - cart.discount()
        ))
        .with_cart(cart)),
        Err(error) => refusal(visit, &id, &product.name, error).await,
    }
}

/// Uses a coupon from now on.
pub async fn apply_coupon(visit: &Visit, code: &str) -> Result<Said, ShopFault> {
    let code = quoted(code);
    if code.is_empty() {
        return Ok(Said::refused("Type the code of the coupon first."));
    }
    let id = visit.cart_id().await?;
    match visit.ports.carts.apply_coupon(&id, &code).await {
        Ok(cart) => {
            let percent = cart.coupon.as_ref().map_or(0, |coupon| coupon.percent);
            let code = cart.coupon.as_ref().map_or("", |coupon| coupon.code.as_str());
            Ok(Said::done(format!(
                "The coupon {code} takes {percent} % off the goods, {} so far. {}",
                cart.discount(),
                state(&cart)
            ))
            .with_cart(cart))
        }
        Err(error) => refusal(visit, &id, &code, error).await,
    }
}

/// Places the order for what is in the cart.
pub async fn place_order(visit: &Visit, to: &Recipient) -> Result<Said, ShopFault> {
    if let Some(fault) = to.fault() {
        return Ok(Said::refused(fault));
    }
    let id = visit.cart_id().await?;
    match visit.ports.orders.place(&id, to).await {
        Ok(order) => {
            let address = visit.site.href(&format!("/shop/orders/{}", order.id));
            let said = Said::done(format!(
                "Order {} is placed: {}, {} in all, to {}, {}. This shop is a demo: nothing is \
                 charged and nothing is sent.",
                order.name(),
                order.items(),
                order.total(),
                order.to.name,
                order.to.town
            ));
            let placed = Some(Placed { name: order.name(), address });
            Ok(Said { placed, cart: Some(Cart::default()), ..said })
        }
        Err(error) => refusal(visit, &id, "", error).await,
    }
}

/// Puts an address on the newsletter's list.
pub async fn subscribe(visit: &Visit, email: &str) -> Result<Said, ShopFault> {
    if !is_email(email) {
        return Ok(Said::refused("That does not look like an email address; it needs an @."));
    }
    let is_new = visit.ports.newsletter.subscribe(email).await?;
    Ok(Said::done(if is_new {
        "You are on the list. The letter comes four times a year."
    } else {
        "This address is on the list already."
    }))
}

/// `The cart now has 2 items, €28.00.`
fn state(cart: &Cart) -> String {
    if cart.is_empty() {
        "The cart is empty now.".to_owned()
    } else {
        format!("The cart now has {}, {}.", cart.items(), cart.goods() - cart.discount())
    }
}

fn describe(cart: &Cart) -> String {
    if cart.is_empty() {
        return "The cart is empty.".to_owned();
    }
    let mut lines = vec![format!("The cart has {}:", cart.items())];
    lines.extend(cart.lines.iter().map(|line| {
        format!("- {} × {} ({}), {}", line.quantity, line.name, line.sku, line.total())
    }));
    if let Some(coupon) = &cart.coupon {
        lines.push(format!("Coupon {} ({} %): −{}", coupon.code, coupon.percent, cart.discount()));
    }
    let delivery = match cart.delivery() {
        Cents::ZERO => "free".to_owned(),
        delivery => delivery.to_string(),
    };
    lines.push(format!("Delivery: {delivery}. To pay: {}.", cart.total()));
    lines.join("\n")
}

/// Why the cart stayed as it was, and how it is.
async fn refusal(
    visit: &Visit,
    id: &CartId,
    name: &str,
    error: CartError,
) -> Result<Said, ShopFault> {
    let text = match error {
        CartError::Store(error) => return Err(error.into()),
        CartError::NoSuchCart => "The cart is gone; start a new one.".to_owned(),
        CartError::NoSuchProduct => format!("{name} has just left the shop."),
        CartError::NotInCart => format!("{name} is not in the cart."),
        CartError::NotEnough { left: 0 } => format!("{name} is sold out."),
        CartError::NotEnough { left } => format!("Only {left} of {name} are in stock."),
        CartError::TooMany { most } => format!("A cart holds at most {most} of one product."),
        CartError::NoSuchCoupon => format!("There is no coupon “{name}”. Check the code."),
        CartError::CouponExpired => format!("The coupon “{name}” has expired."),
        CartError::Empty => "The cart is empty, so there is nothing to order.".to_owned(),
    };
    let cart = visit.ports.carts.cart(id).await?.unwrap_or_default();
    let now = if cart.is_empty() { String::new() } else { format!(" {}", state(&cart)) };
    Ok(Said::refused(format!("{text}{}", now.replace("now has", "still has"))).with_cart(cart))
}

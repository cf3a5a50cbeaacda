//! `/shop/orders/{id}`: an order that was placed. Its address is its secret.

use leptos::prelude::*;
use leptos_meta::Meta;
use leptos_router::hooks::use_params_map;

use super::frame::{Fault, Page, serve};
use crate::shop::drawings::Drawing;
use crate::shop::ids::OrderId;
use crate::shop::money::Cents;
use crate::shop::order::Order;
use crate::shop::tools::Place;
use crate::site::href;

/// What to say where there is no such order.
const MISSING: Fault = Fault::Missing("There is no order at this address. Check the link.");

/// The page.
#[component]
pub fn OrderPage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id")).unwrap_or_default();
    serve(async move |visit| {
        let id = OrderId::parse(&id).ok_or(MISSING)?;
        let order = visit.ports.orders.order(&id).await?.ok_or(MISSING)?;
        Ok(Page {
            title: format!("Order {}", order.name()),
            description: "An order of this shop.".to_owned(),
            shelf: None,
            place: Place::Order,
            context: format!(
                "This is the order {}: {}, {} in all. It is placed and cannot be changed here.",
                order.name(),
                order.items(),
                order.total()
            ),
            ask: vec!["What is on this page?".to_owned(), "Find mugs under 20 euros".to_owned()],
            body: view! { <OrderBody order/> }.into_any(),
        })
    })
}

#[component]
fn OrderBody(order: Order) -> impl IntoView {
    let lines = order
        .lines
        .iter()
        .map(|line| {
            view! {
                <li class="row">
                    <span class="thumb">
                        <Drawing sku=line.sku.clone()/>
                    </span>
                    <div class="what">
                        <h2>
                            <a href=href(
                                &format!("/shop/products/{}", line.sku),
                            )>{line.name.clone()}</a>
                        </h2>
                        <p class="small">{format!("{} × {}", line.quantity, line.price)}</p>
                    </div>
                    <p class="price">{line.total().to_string()}</p>
                </li>
            }
        })
        .collect_view();
    let discount = order.coupon_code.as_ref().map(|code| {
        view! {
            <div>
                <dt>{format!("Coupon {code}")}</dt>
                <dd>{(Cents::ZERO - order.discount).to_string()}</dd>
            </div>
        }
    });
    view! {
        // The address is the key to it: it must not end up in an index or be kept by a proxy.
        <Meta name="robots" content="noindex"/>
        <h1>{format!("Order {}", order.name())}</h1>
        <p class="lead">
            {format!(
                "Thank you, {}. If this shop existed, a parcel would be with you in three days.",
                order.to.name,
            )}
        </p>
        <div class="split">
            <ul class="rows">{lines}</ul>
            <section class="summary" aria-label="Sum">
                <dl class="sums">
                    <div>
                        <dt>"Goods"</dt>
                        <dd>{order.goods.to_string()}</dd>
                    </div>
                    {discount}
                    <div>
                        <dt>"Delivery"</dt>
                        <dd>{order.delivery.to_string()}</dd>
                    </div>
                    <div class="total">
                        <dt>"Total"</dt>
                        <dd>{order.total().to_string()}</dd>
                    </div>
                </dl>
                <address>
                    {order.to.name.clone()} <br/> {order.to.street.clone()} <br/>
                    {order.to.town.clone()} <br/> {order.to.email.clone()}
                </address>
                <a class="button wide" href=href("/shop")>
                    "Back to the shop"
                </a>
            </section>
        </div>
    }
}

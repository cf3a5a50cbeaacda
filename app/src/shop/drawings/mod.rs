//! A drawing for every product: an inline SVG in one line and two tones, so that the shop looks
//! like a shop without a single image request.
//!
//! Shapes carry classes instead of colours: `l` is the line, `a` the pale tone, `b` the deep one;
//! the style sheet gives them ink and accent for light and dark. All stand on a 160 × 120 ground.

mod kitchen;
mod light;
mod linen;
mod pantry;
mod table;

use leptos::prelude::*;

use super::ids::Sku;

/// The drawing of a product. Its name stands beside it wherever it is shown, so that it says
/// nothing to a screen reader.
#[component]
pub fn Drawing(
    /// Which product.
    sku: Sku,
) -> impl IntoView {
    view! { <svg class="drawing" viewBox="0 0 160 120" aria-hidden="true" inner_html=shapes(&sku)></svg> }
}

/// The shapes of a product's drawing: our own constant markup, never anything that came in.
fn shapes(sku: &Sku) -> &'static str {
    match sku.as_str() {
        "BOARD-WALNUT" => kitchen::BOARD,
        "KNIFE-BREAD" => kitchen::KNIFE,
        "POT-IRON" => kitchen::POT,
        "PAN-STEEL" => kitchen::PAN,
        "KETTLE-ENAMEL" => kitchen::KETTLE,
        "MORTAR-STONE" => kitchen::MORTAR,
        "PIN-BEECH" => kitchen::PIN,
        "MILL-PEPPER" => kitchen::MILL,
        "MUG-BLUE" => table::MUG_BLUE,
        "MUG-WHITE" => table::MUG_WHITE,
        "MUG-SMALL" => table::MUG_SMALL,
        "MUG-SPECKLED" => table::MUG_SPECKLED,
        "MUG-TALL" => table::MUG_TALL,
        "MUG-LIDDED" => table::MUG_LIDDED,
        "CUP-ESPRESSO" => table::CUPS,
        "PLATE-DINNER" => table::PLATE,
        "BOWL-SOUP" => table::BOWL,
        "TEAPOT-CLAY" => table::TEAPOT,
        "CARAFE-GLASS" => table::CARAFE,
        "GLASS-FOUR" => table::GLASSES,
        "LAMP-BRASS" => light::PENDANT,
        "LAMP-DESK" => light::DESK_LAMP,
        "LANTERN-TIN" => light::LANTERN,
        "CANDLE-WAX" => light::CANDLES,
        "STICK-IRON" => light::CANDLESTICK,
        "TOWEL-TEA" => linen::TOWELS,
        "NAPKIN-FOUR" => linen::NAPKINS,
        "CLOTH-TABLE" => linen::TABLECLOTH,
        "APRON-OLIVE" => linen::APRON,
        "MITT-OVEN" => linen::MITTS,
        "JAR-CORK" => pantry::JAR,
        "BIN-BREAD" => pantry::BREAD_BIN,
        "BASKET-WILLOW" => pantry::BASKET,
        "CROCK-BUTTER" => pantry::CROCK,
        "BOTTLE-OIL" => pantry::BOTTLE,
        _ => PARCEL,
    }
}

/// For a product that was put on a shelf before anyone drew it.
const PARCEL: &str = r#"<path class="b l" d="M48 46h64v46H48z"/><path class="a l" d="M48 46l10-14h44l10 14z"/><path class="l" d="M80 32v60"/>"#;

#[cfg(test)]
mod tests {
    use super::{PARCEL, shapes};
    use crate::shop::ids::Sku;

    #[test]
    fn drawings_use_classes_and_only_known_shapes() {
        let shelves = include_str!("../../../../migrations/sqlite/site/0002_shop_shelves.sql");
        let skus = shelves.lines().filter_map(|line| {
            let (sku, rest) = line.strip_prefix("  ('")?.split_once("', '")?;
            (rest.contains("', '") && sku.contains('-')).then(|| Sku::parse(sku))?
        });
        let mut seen = std::collections::BTreeMap::new();
        for sku in skus {
            let markup = shapes(&sku);
            assert_ne!(markup, PARCEL, "{sku} has no drawing");
            for tag in markup.split('<').skip(1) {
                let name = tag.split([' ', '/', '>']).next().unwrap_or_default();
                assert!(["path", "circle", "ellipse", "rect", "g"].contains(&name), "{sku}: {tag}");
                assert!(!tag.contains("style") && !tag.contains("on"), "{sku}: {tag}");
            }
            if let Some(other) = seen.insert(markup, sku.clone()) {
                assert_eq!(other, sku, "two products share a drawing");
            }
        }
        assert_eq!(seen.len(), 35);
    }
}

//! Drawings for the table.

pub(super) const MUG_BLUE: &str = concat!(
    r#"<path class="l" d="M98 54h8a12 12 0 0 1 0 26h-8"/>"#,
    r#"<path class="b l" d="M52 44h46v44a10 10 0 0 1-10 10H62a10 10 0 0 1-10-10z"/>"#,
    r#"<path class="l" d="M49 44h52M62 34q4-6 0-12M75 34q4-6 0-12M88 34q4-6 0-12M60 56v22"/>"#,
);

pub(super) const MUG_WHITE: &str = concat!(
    r#"<path class="l" d="M62 52h-8a12 12 0 0 0 0 26h8"/>"#,
    r#"<path class="a l" d="M62 42h46v46a10 10 0 0 1-10 10H72a10 10 0 0 1-10-10z"/>"#,
    r#"<path class="b l" d="M60 36h50v7H60z"/>"#,
    r#"<path class="l" d="M99 54v24"/>"#,
);

pub(super) const MUG_SMALL: &str = concat!(
    r#"<path class="l" d="M96 62h6a10 10 0 0 1 0 21h-6"/>"#,
    r#"<path class="b l" d="M60 56h36v34a8 8 0 0 1-8 8H68a8 8 0 0 1-8-8z"/>"#,
    r#"<path class="a l" d="M60 68c6-5 10 5 18 0s12 5 18 0v10c-6 5-10-5-18 0s-12-5-18 0z"/>"#,
    r#"<path class="l" d="M57 56h42M78 46q4-6 0-12"/>"#,
);

pub(super) const MUG_SPECKLED: &str = concat!(
    r#"<path class="l" d="M101 52c20-6 24 32-3 30"/>"#,
    r#"<path class="a l" d="M50 40h52c2 20 2 34-4 46a16 16 0 0 1-14 9H68a16 16 0 0 1-14-9c-6-12-6-26-4-46z"/>"#,
    r#"<path class="b l" d="M50 40h52c.6 8 .8 14 .5 20-10 6-16-4-26 0s-16 4-26.9 1c-.4-7-.2-13 .4-21z"/>"#,
    r#"<path class="l" d="M60 72h.1M72 80h.1M84 70h.1M93 78h.1M66 88h.1M88 87h.1M78 73h.1M62 48h.1M76 46h.1M90 50h.1"/>"#,
);

pub(super) const MUG_TALL: &str = concat!(
    r#"<path class="l" d="M96 42h6a11 11 0 0 1 11 11v14a11 11 0 0 1-11 11h-6"/>"#,
    r#"<path class="a l" d="M56 24h40v68a7 7 0 0 1-7 7H63a7 7 0 0 1-7-7z"/>"#,
    r#"<path class="b" d="M58 50h36v42a5 5 0 0 1-5 5H63a5 5 0 0 1-5-5z"/>"#,
    r#"<path class="l" d="M56 24h40v68a7 7 0 0 1-7 7H63a7 7 0 0 1-7-7zM56 50h40M64 60v26"/>"#,
);

pub(super) const MUG_LIDDED: &str = concat!(
    r#"<path class="b l" d="M58 38h44l-5 56a7 7 0 0 1-7 6H70a7 7 0 0 1-7-6z"/>"#,
    r#"<path class="a l" d="M60 56h40l-1.5 18h-37z"/>"#,
    r#"<path class="a l" d="M54 30h52a3 3 0 0 1 3 3v5H51v-5a3 3 0 0 1 3-3z"/>"#,
    r#"<path class="l" d="M64 30v-4a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6v4M78 65h6"/>"#,
);

pub(super) const CUPS: &str = concat!(
    r#"<path class="l" d="M67 56h4a7 7 0 0 1 0 15h-5M131 56h4a7 7 0 0 1 0 15h-5"/>"#,
    r#"<path class="b l" d="M31 50h36c0 22-6 30-12 32H43c-6-2-12-10-12-32z"/>"#,
    r#"<path class="a l" d="M95 50h36c0 22-6 30-12 32h-12c-6-2-12-10-12-32z"/>"#,
    r#"<path class="a l" d="M22 84h54c-2 6-8 9-14 9H36c-6 0-12-3-14-9z"/>"#,
    r#"<path class="b l" d="M86 84h54c-2 6-8 9-14 9h-26c-6 0-12-3-14-9z"/>"#,
    r#"<path class="l" d="M45 40q3-5 0-10M54 40q3-5 0-10M109 40q3-5 0-10M118 40q3-5 0-10"/>"#,
);

pub(super) const PLATE: &str = concat!(
    r#"<circle class="b l" cx="80" cy="60" r="44"/>"#,
    r#"<circle class="a l" cx="80" cy="60" r="30"/>"#,
    r#"<path class="l" d="M62 52a22 22 0 0 1 14-13M24 30v20a5 5 0 0 0 10 0V30M29 30v60M136 90V30c-7 6-8 22-6 32h6"/>"#,
);

pub(super) const BOWL: &str = concat!(
    r#"<path class="l" d="M96 52l34-32M104 52l32-26"/>"#,
    r#"<path class="b l" d="M36 52h88c0 24-14 38-28 42H64c-14-4-28-18-28-42z"/>"#,
    r#"<path class="a l" d="M64 94h32l3 7H61z"/>"#,
    r#"<path class="l" d="M32 52h96M52 42q4-6 0-12M66 42q4-6 0-12M80 42q4-6 0-12M48 64c2 7 6 13 11 17"/>"#,
);

pub(super) const TEAPOT: &str = concat!(
    r#"<path class="l" d="M110 52c24-8 28 34-4 34"/>"#,
    r#"<path class="a l" d="M50 76C36 74 36 54 24 50l-2 8c6 6 6 26 32 32"/>"#,
    r#"<path class="b l" d="M80 42c22 0 34 14 34 30 0 10-5 18-12 24H58c-7-6-12-14-12-24 0-16 12-30 34-30z"/>"#,
    r#"<path class="a l" d="M62 46c2-8 34-8 36 0-8 4-28 4-36 0z"/>"#,
    r#"<circle class="b l" cx="80" cy="35" r="4.5"/>"#,
    r#"<path class="l" d="M56 70c1-6 4-10 8-13"/>"#,
);

pub(super) const CARAFE: &str = concat!(
    r#"<circle class="b l" cx="80" cy="18" r="7"/>"#,
    r#"<path class="a l" d="M72 26h16v22c0 10 14 14 14 30v14a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8V78c0-16 14-20 14-30z"/>"#,
    r#"<path class="b" d="M60 76c6 4 12-3 20 0s14 2 20 0v16a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6z"/>"#,
    r#"<path class="l" d="M72 26h16v22c0 10 14 14 14 30v14a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8V78c0-16 14-20 14-30zM60 76c6 4 12-3 20 0s14 2 20 0M68 26h24M66 86v6"/>"#,
);

pub(super) const GLASSES: &str = concat!(
    r#"<path class="a l" d="M36 58h36l-3 38a4 4 0 0 1-4 4H43a4 4 0 0 1-4-4zM88 58h36l-3 38a4 4 0 0 1-4 4H95a4 4 0 0 1-4-4z"/>"#,
    r#"<path class="b" d="M39 80h30l-1.2 15a3 3 0 0 1-3 3H43a3 3 0 0 1-3-3zM91 80h30l-1.2 15a3 3 0 0 1-3 3H95a3 3 0 0 1-3-3z"/>"#,
    r#"<path class="a l" d="M37 30h34l-2 28H39zM89 30h34l-2 28H91z"/>"#,
    r#"<path class="l" d="M36 58h36l-3 38a4 4 0 0 1-4 4H43a4 4 0 0 1-4-4zM88 58h36l-3 38a4 4 0 0 1-4 4H95a4 4 0 0 1-4-4zM38 80h32M90 80h32M45 38l1 12M97 38l1 12"/>"#,
);

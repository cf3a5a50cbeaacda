//! Drawings for the pantry.

pub(super) const JAR: &str = concat!(
    r#"<path class="b l" d="M60 16h40l-3 16H63z"/>"#,
    r#"<path class="a l" d="M58 32h44v6c8 2 10 8 10 14v40a8 8 0 0 1-8 8H56a8 8 0 0 1-8-8V52c0-6 2-12 10-14z"/>"#,
    r#"<path class="b" d="M50 66c8-4 12 4 20 0s12 4 20 0 12 2 20 0v26a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6z"/>"#,
    r#"<path class="l" d="M58 32h44v6c8 2 10 8 10 14v40a8 8 0 0 1-8 8H56a8 8 0 0 1-8-8V52c0-6 2-12 10-14zM50 66c8-4 12 4 20 0s12 4 20 0 12 2 20 0M68 24h.1M80 22h.1M90 25h.1M62 78h4M74 86h4M86 78h4M96 88h4"/>"#,
);

pub(super) const BREAD_BIN: &str = concat!(
    r#"<path class="l" d="M50 44c0-20 20-24 30-12 10-12 30-8 30 12"/>"#,
    r#"<path class="b l" d="M34 54h92v36a8 8 0 0 1-8 8H42a8 8 0 0 1-8-8z"/>"#,
    r#"<path class="a l" d="M28 44h104v10H28z"/>"#,
    r#"<path class="l" d="M44 49c14 3 24-2 40 0M54 76h52M60 70h40M64 36c2-4 4-5 7-6M96 35c-2-4-5-5-8-5"/>"#,
);

pub(super) const BASKET: &str = concat!(
    r#"<path class="l" d="M38 56c0-52 84-52 84 0M44 56c4-42 68-42 72 0"/>"#,
    r#"<path class="b l" d="M32 56h96l-8 38a8 8 0 0 1-8 6H48a8 8 0 0 1-8-6z"/>"#,
    r#"<path class="a l" d="M28 52h104v8H28z"/>"#,
    r#"<path class="l" d="M36 72h88M39 86h82M50 60v12M66 60v12M82 60v12M98 60v12M114 60v12M58 72v14M74 72v14M90 72v14M106 72v14M54 86v12M68 86v14M84 86v14M100 86v14"/>"#,
);

pub(super) const CROCK: &str = concat!(
    r#"<path class="a l" d="M68 40c0-14 24-14 24 0"/>"#,
    r#"<path class="a l" d="M48 52c0-8 14-13 32-13s32 5 32 13v6H48z"/>"#,
    r#"<path class="b l" d="M44 58h72l-4 34a8 8 0 0 1-8 8H56a8 8 0 0 1-8-8z"/>"#,
    r#"<path class="l" d="M40 58h80M60 78c6-6 12 6 20 0s14 6 20 0"/>"#,
);

pub(super) const BOTTLE: &str = concat!(
    r#"<path class="a l" d="M76 30V16l8-4 10-2-2 6-8 2v12z"/>"#,
    r#"<path class="b l" d="M72 30h16v16c0 8 14 10 14 26v20a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8V72c0-16 14-18 14-26z"/>"#,
    r#"<path class="a l" d="M66 72h28v16H66z"/>"#,
    r#"<path class="l" d="M72 36h16M73 82c8 0 12-4 14-6M77 82c0-3 1-4 3-5M112 40c3 4 3 7 0 8-3-1-3-4 0-8z"/>"#,
);

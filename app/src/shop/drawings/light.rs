//! Drawings for the evening.

pub(super) const PENDANT: &str = concat!(
    r#"<path class="l" d="M80 14v30M74 44h12v6H74z"/>"#,
    r#"<path class="a l" d="M70 78a10 10 0 0 0 20 0z"/>"#,
    r#"<path class="b l" d="M74 50h12c18 2 30 12 34 28H40c4-16 16-26 34-28z"/>"#,
    r#"<path class="l" d="M58 98l-5 8M80 98v10M102 98l5 8M54 70c3-6 8-10 14-12"/>"#,
);

pub(super) const DESK_LAMP: &str = concat!(
    r#"<path class="l" d="M62 94L48 62l38-34"/>"#,
    r#"<path class="a l" d="M42 94h40a6 6 0 0 1 6 6v2H36v-2a6 6 0 0 1 6-6z"/>"#,
    r#"<circle class="b l" cx="48" cy="62" r="4"/>"#,
    r#"<path class="a l" d="M101 50a9 9 0 0 0 15-10z"/>"#,
    r#"<path class="b l" d="M82 24l10-8 8 2 26 18-30 22-16-26z"/>"#,
    r#"<path class="l" d="M112 62l4 9M124 54l8 6M132 42l9 1"/>"#,
);

pub(super) const LANTERN: &str = concat!(
    r#"<path class="l" d="M52 46c-8-36 64-36 56 0"/>"#,
    r#"<path class="b l" d="M66 28h28l6 12H60z"/>"#,
    r#"<path class="a l" d="M62 40h36c8 12 8 28 0 40H62c-8-12-8-28 0-40z"/>"#,
    r#"<path class="b l" d="M80 50c8 8 8 18 0 22-8-4-8-14 0-22z"/>"#,
    r#"<path class="b l" d="M56 80h48l4 20H52z"/>"#,
    r#"<path class="l" d="M52 46v36M108 46v36M98 90h.1M74 28v-6h12v6"/>"#,
);

pub(super) const CANDLES: &str = concat!(
    r#"<path class="a l" d="M52 44h14v56H52zM94 38h14v62H94z"/>"#,
    r#"<path class="b l" d="M72 52h16v48H72z"/>"#,
    r#"<path class="a l" d="M80 28c6 7 6 14 0 16-6-2-6-9 0-16zM59 20c6 7 6 14 0 16-6-2-6-9 0-16zM101 14c6 7 6 14 0 16-6-2-6-9 0-16z"/>"#,
    r#"<path class="l" d="M80 44v8M59 36v8M101 30v8M44 72c24 6 48 6 72 0M44 80c24 6 48 6 72 0M116 72l10-4M116 80l9 6"/>"#,
);

pub(super) const CANDLESTICK: &str = concat!(
    r#"<path class="a l" d="M74 30h12v30H74z"/>"#,
    r#"<path class="a l" d="M80 10c5 6 5 12 0 14-5-2-5-8 0-14z"/>"#,
    r#"<path class="b l" d="M64 60h32c0 8-6 10-12 10h-8c-6 0-12-2-12-10z"/>"#,
    r#"<path class="l" d="M80 24v6M76 70c8 4 0 6 4 10M84 70c-8 4 0 6-4 10M80 80c-4 4-2 6 0 8"/>"#,
    r#"<path class="b l" d="M50 100c2-8 14-12 30-12s28 4 30 12z"/>"#,
    r#"<path class="l" d="M96 64c16-4 18 18 4 20"/>"#,
);

//! What an amount of fuzzing came across. A fuzz that reaches nothing finds nothing.

macro_rules! counters {
    ($($counter:ident: $floor:literal,)*) => {
        /// Counts, each with how many there must be in 100,000 orders.
        #[derive(Clone, Debug, Default)]
        pub(super) struct Coverage {
            pub(super) orders: u64,
            $(pub(super) $counter: u64,)*
        }

        impl Coverage {
            pub(super) fn add(&mut self, other: &Self) {
                self.orders += other.orders;
                $(self.$counter += other.$counter;)*
            }

            /// Asserts that everything was come across often enough.
            pub(super) fn assert_floors(&self, orders: u64) {
                assert_eq!(self.orders, orders);
                $(
                    let floor = $floor * orders / 100_000;
                    let name = stringify!($counter);
                    assert!(self.$counter >= floor, "{name}: {} of {floor}", self.$counter);
                )*
            }
        }

        impl std::fmt::Display for Coverage {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                writeln!(f, "orders: {}", self.orders)?;
                $(writeln!(f, "{}: {}", stringify!($counter).replace('_', " "), self.$counter)?;)*
                Ok(())
            }
        }
    };
}

counters! {
    events: 3_200_000,
    runs: 200_000,
    model_turns: 300_000,
    calls: 150_000,
    calls_read_only: 50_000,
    calls_pre_approved: 10_000,
    calls_allowed: 50_000,
    questions: 100_000,
    questions_after_untrusted: 8_000,
    allows: 60_000,
    denies: 20_000,
    no_confirm: 15_000,
    yes_made_void: 5_000,
    missing: 20_000,
    invalid: 1_200,
    returned: 80_000,
    threw: 8_000,
    navigated: 3_000,
    timed_out: 4_000,
    cancelled: 4_000,
    unknown_outcomes: 8_000,
    taints: 15_000,
    aborts: 12_000,
    resets: 9_000,
    new_settings: 14_000,
    busy: 40_000,
    late: 300_000,
    pauses: 5_000,
    refusals_with_caps: 3_000,
    cuts: 25_000,
    carried_on: 30_000,
    restores: 30_000,
    restores_in_a_call: 2_000,
    restores_under_a_card: 2_000,
    answers: 20_000,
    max_steps: 50_000,
    no_tools: 4_000,
}

//! Where a run stands in the order of storing, and the id that says so.

use std::sync::atomic::{AtomicI64, Ordering};

use site_agent_app::admin::trace::TraceId;
use uuid::Uuid;

use crate::clock::now;
use crate::random::random;
use crate::store::StoreError;

/// Bits of a UUIDv7 between its time and its random rest, which count within a millisecond.
const WITHIN: u32 = 12;
/// Bits of the random rest.
const TAIL: u32 = 62;

/// A run's place: with its random rest, its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Milliseconds since 1970 and a count within them.
    pub(super) n: i64,
    /// 62 random bits.
    pub(super) tail: i64,
}

impl Place {
    pub(super) fn new(n: i64, tail: i64) -> Self {
        Self { n, tail }
    }

    /// A place of another time: the `nth` run (of 4,096) stored in that millisecond.
    pub fn at(stored_at: u64, nth: u16, random: u64) -> Self {
        let n = first_of(stored_at) | i64::from(nth & 0xfff);
        Self { n, tail: (random & ((1 << TAIL) - 1)).cast_signed() }
    }

    /// The place that an id names; `None` when it is no UUIDv7.
    pub fn of(id: &TraceId) -> Option<Self> {
        let bits = Uuid::try_parse(id.as_str()).ok()?.as_u128();
        if bits >> 76 & 0xf != 7 || bits >> TAIL & 0b11 != 0b10 {
            return None;
        }
        let n = (bits >> 80) << WITHIN | bits >> 64 & 0xfff;
        let tail = bits & ((1 << TAIL) - 1);
        Some(Self { n: i64::try_from(n).ok()?, tail: i64::try_from(tail).ok()? })
    }

    /// The id.
    pub fn id(self) -> TraceId {
        let (n, tail) = (u128::from(self.n.cast_unsigned()), u128::from(self.tail.cast_unsigned()));
        let bits = (n >> WITHIN) << 80 | 7 << 76 | (n & 0xfff) << 64 | 0b10 << TAIL | tail;
        let text = Uuid::from_u128(bits).hyphenated().to_string();
        TraceId::parse(&text).unwrap_or_else(|| unreachable!("a UUID is written as one"))
    }

    /// When it was given, in milliseconds since 1970.
    pub fn stored_at(self) -> u64 {
        (self.n >> WITHIN).cast_unsigned()
    }
}

/// The first place of a millisecond; that of the last millisecond there is for later ones.
pub(super) fn first_of(ms: u64) -> i64 {
    i64::try_from(ms.min(u64::MAX >> 16) << WITHIN).unwrap_or(i64::MAX)
}

/// Gives places, each behind all before it, also when the clock goes back.
#[derive(Debug)]
pub(super) struct Places(AtomicI64);

impl Places {
    pub(super) fn behind(last: i64) -> Self {
        Self(AtomicI64::new(last))
    }

    pub(super) fn next(&self) -> Result<Place, StoreError> {
        let now = first_of(now());
        let last = self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |last| {
            Some(now.max(last.saturating_add(1)))
        });
        let last = last.unwrap_or_else(|last| last);
        let n = now.max(last.saturating_add(1));
        let tail = u64::from_be_bytes(random()?);
        Ok(Place { n, tail: (tail >> (64 - TAIL)).cast_signed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_uuid_of_version_7_and_names_its_place() {
        let place = Places::behind(0).next().expect("a place");
        let id = place.id();
        let uuid = Uuid::try_parse(id.as_str()).expect("a UUID");
        assert_eq!(uuid.get_version_num(), 7);
        assert_eq!(Place::of(&id), Some(place));
        assert!(now() - place.stored_at() < 10_000);
    }

    #[test]
    fn later_places_are_behind_whatever_the_clock_says() {
        let far = first_of(now() + 86_400_000);
        let places = Places::behind(far);
        let given: Vec<Place> = (0..5_000).map(|_| places.next().expect("a place")).collect();
        assert!(given[0].n > far);
        assert!(given.windows(2).all(|two| two[0].n < two[1].n && two[0].id() < two[1].id()));
    }

    #[test]
    fn what_is_no_id_of_ours_has_no_place() {
        for text in ["00000000-0000-4000-8000-000000000000", "00000000-0000-7000-0000-000000000000"]
        {
            assert_eq!(Place::of(&TraceId::parse(text).expect("a UUID")), None, "{text}");
        }
    }
}

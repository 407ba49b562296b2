//! A stream of numbers that a seed determines on every platform, now and later.
//!
//! It is written out here because the streams of crates change with their versions. Source: `SplitMix64` of Steele, Lea and
//! Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; numbers below a bound after Lemire, "Fast random
//! integer generation in an interval", 2019, without bias.

/// `SplitMix64`.
///
/// # Examples
/// ```
/// use cnf_out::shuffle::Stream;
/// let mut stream = Stream::new(0);
/// assert_eq!([stream.number(), stream.number()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
/// ```
#[derive(Clone, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound, which is not 0: the upper half of a product, drawn again where some numbers would be more
    /// likely than others.
    fn below(&mut self, bound: u64) -> u64 {
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.number()) * u128::from(bound);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts items into another order, each order with the same chance: Fisher and Yates, from the last item on.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let place = self.below(last as u64 + 1);
            items.swap(last, place as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    /// The values that Vigna's `splitmix64.c` gives for this seed; Rosetta Code lists them.
    #[test]
    fn the_stream_has_its_published_values() {
        let mut stream = Stream::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(published.map(|_| stream.number()), published);
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut stream = Stream::new(7);
        assert_eq!((0..9).map(|_| stream.below(1)).sum::<u64>(), 0);
        let mut counts = [0_i32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 400), "{counts:?}");
        // Of these bounds nearly every second number is drawn again.
        let large = (1 << 63) + 1;
        assert!((0..1000).all(|_| stream.below(large) < large));
        assert!((0..1000).all(|_| stream.below(u64::MAX) < u64::MAX));
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut stream = Stream::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            stream.shuffle(&mut items);
            *counts.entry(items).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (count - 1000).abs() < 150), "{counts:?}");
        stream.shuffle::<u8>(&mut []);
        let after = stream.clone().number();
        stream.shuffle(&mut ["alone"]);
        assert_eq!(stream.number(), after, "one item needs no number");
    }
}

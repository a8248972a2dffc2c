use super::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

/// Sum of twelve uniform numbers, less six: close enough to normal.
fn normal(random: &mut Random) -> f64 {
    (0..12)
        .map(|_| (random.bits() >> 11) as f64 / (1u64 << 53) as f64)
        .sum::<f64>()
        - 6.0
}

// Known answers from R 4: quantile(c(1,2,4,8,16), c(.1,.25,.5,.9)), type 7, its default.
#[test]
fn quantiles_are_those_of_r() {
    let values = [1.0, 2.0, 4.0, 8.0, 16.0];
    for (q, answer) in [
        (0.0, 1.0),
        (0.1, 1.4),
        (0.25, 2.0),
        (0.5, 4.0),
        (0.9, 12.8),
        (1.0, 16.0),
    ] {
        assert!(close(quantile(&values, q).unwrap(), answer), "{q}");
    }
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(median(&mut [3.0, 1.0, 2.0, 10.0]), Some(2.5));
    assert_eq!(median(&mut [7.0]), Some(7.0));
}

#[test]
fn geometric_mean_treats_a_ratio_and_its_inverse_alike() {
    assert!(close(geometric_mean(&[2.0, 0.5]).unwrap(), 1.0));
    assert!(close(geometric_mean(&[1.0, 10.0, 100.0]).unwrap(), 10.0));
    assert_eq!(geometric_mean(&[]), None);
    assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
}

// The first outputs for seed 1234567, as the generator's reference implementation prints them.
#[test]
fn the_generator_is_splitmix64() {
    let mut random = Random::new(1_234_567);
    let expected = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
    ];
    assert_eq!([random.bits(), random.bits(), random.bits()], expected);
}

#[test]
fn shuffling_keeps_every_item_and_uses_every_order() {
    let mut random = Random::new(7);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut items = [1, 2, 3];
        random.shuffle(&mut items);
        seen.insert(items);
    }
    assert_eq!(seen.len(), 6);
    assert!((0..1000).all(|_| random.below(3) < 3));
}

// By hand: logarithms 0, ln 2 and ln 4, whose deviation is ln 2; half the interval is 4.303 × ln 2 / √3.
#[test]
fn the_interval_is_students_over_logarithms() {
    let interval = ratio_interval(&[1.0, 2.0, 4.0]).unwrap();
    let half = 4.303 * std::f64::consts::LN_2 / 3f64.sqrt();
    assert!(close(interval.value, 2.0));
    assert!(close(interval.low, 2.0 * (-half).exp()) && close(interval.high, 2.0 * half.exp()));
    assert_eq!(ratio_interval(&[]), None);
    let one = ratio_interval(&[1.5]).unwrap();
    assert!(close(one.low, 1.5) && close(one.high, 1.5));
}

// By hand: mean −1, deviation 2, half the interval is 4.303 × 2 ÷ √3.
#[test]
fn differences_may_have_either_sign() {
    let interval = difference_interval(&[-3.0, -1.0, 1.0]).unwrap();
    let half = 4.303 * 2.0 / 3f64.sqrt();
    assert!(close(interval.value, -1.0));
    assert!(close(interval.low, -1.0 - half) && close(interval.high, -1.0 + half));
    assert_eq!(difference_interval(&[]), None);
    let one = difference_interval(&[-250.0]).unwrap();
    assert_eq!([one.low, one.value, one.high], [-250.0; 3]);
}

// By hand: mean 1, deviation 1, half the interval is 4.303 ÷ √3.
#[test]
fn counts_may_be_zero() {
    let interval = over_rounds(&[0.0, 1.0, 2.0]).unwrap();
    assert!(close(interval.value, 1.0));
    assert!(close(interval.high, 1.0 + 4.303 / 3f64.sqrt()));
    let [none, same] = [0.0, 200.5].map(|count| over_rounds(&[count, count]).unwrap());
    assert_eq!(
        [none.low, none.high, same.low, same.value],
        [0.0, 0.0, 200.5, 200.5]
    );
    assert_eq!(
        over_rounds(&[1.0, 2.0, 4.0]),
        ratio_interval(&[1.0, 2.0, 4.0])
    );
    assert_eq!(over_rounds(&[]), None);
}

// The exact limits of Poisson's distribution, as tables have them: 0: 0 to 3.689, 1: 0.025 to 5.572,
// 10: 4.795 to 18.39, 100: 81.36 to 121.6.
#[test]
fn rare_events_have_poissons_limits() {
    for (events, low, high) in [
        (0.0, 0.0, 3.689),
        (1.0, 0.025, 5.572),
        (10.0, 4.795, 18.39),
        (100.0, 81.36, 121.6),
    ] {
        let found = per_million(events, 1e6).unwrap();
        assert!(
            (found.low - low).abs() < 0.02 && (found.high / high - 1.0).abs() < 0.01,
            "{found:?}"
        );
    }
    assert!(close(per_million(3.0, 2e6).unwrap().value, 1.5));
    assert_eq!(per_million(0.0, 0.0), None);
}

/// The share of comparisons of a system with itself that are called different.
fn called_different(rounds: usize, mut ns: impl FnMut(&mut Random) -> f64) -> f64 {
    const TRIALS: usize = 4000;
    let mut random = Random::new(42);
    let mut different = 0;
    for _ in 0..TRIALS {
        let ratios: Vec<f64> = (0..rounds)
            .map(|_| ns(&mut random) / ns(&mut random))
            .collect();
        different += usize::from(!ratio_interval(&ratios).unwrap().contains(1.0));
    }
    different as f64 / TRIALS as f64
}

/// A against A, as many rounds as the lab's runs have, under even noise and under noise in which every
/// seventh round takes up to twice as long: at most 5 % may be called different. Under even noise
/// just 5 % are to be expected, with a standard error of 0.34 % over the trials.
#[test]
fn a_against_a_is_no_difference() {
    let even = |random: &mut Random| (0.03 * normal(random)).exp();
    let disturbed = |random: &mut Random| {
        let slow = match random.below(7) {
            0 => 1.0 + (random.below(1000) as f64) / 1000.0,
            _ => 1.0,
        };
        slow * (0.03 * normal(random)).exp()
    };
    for rounds in [3, 5, 7, 14] {
        let share = called_different(rounds, even);
        assert!((0.04..0.06).contains(&share), "{rounds} rounds: {share}");
        let share = called_different(rounds, disturbed);
        assert!(share < 0.055, "{rounds} rounds, disturbed: {share}");
    }
}

/// A against B, 10 % apart under 3 % of noise: the interval must exclude 1.
#[test]
fn a_real_difference_is_seen() {
    let mut random = Random::new(43);
    for _ in 0..50 {
        let ratios: Vec<f64> = (0..12)
            .map(|_| 1.10 * (0.03 * normal(&mut random)).exp())
            .collect();
        let interval = ratio_interval(&ratios).unwrap();
        assert!(interval.low > 1.0 && interval.high < 1.2, "{interval:?}");
    }
}

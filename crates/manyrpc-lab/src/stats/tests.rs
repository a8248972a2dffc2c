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

#[test]
fn the_interval_repeats_with_its_seed_and_contains_its_value() {
    let ratios = [1.04, 1.06, 1.05, 1.09, 1.03, 1.05];
    let interval = ratio_interval(&ratios, 5).unwrap();
    assert_eq!(Some(interval), ratio_interval(&ratios, 5));
    assert!(interval.holds(interval.value));
    assert!(interval.low >= 1.03 && interval.high <= 1.09);
    assert_eq!(ratio_interval(&[], 5), None);
    let one = ratio_interval(&[1.5], 5).unwrap();
    assert!(close(one.low, 1.5) && close(one.high, 1.5));
}

/// A against A: the same distribution measured twice, 400 times over. The 95 % interval must hold
/// the true ratio 1 nearly that often; the percentile bootstrap over 12 rounds is known to be a
/// little too narrow, hence the lower bound of 86 %.
#[test]
fn a_against_a_is_no_difference() {
    let mut random = Random::new(42);
    let trials = 400;
    let mut held = 0;
    for trial in 0..trials {
        let ratios: Vec<f64> = (0..12)
            .map(|_| (0.05 * (normal(&mut random) - normal(&mut random))).exp())
            .collect();
        held += usize::from(ratio_interval(&ratios, trial).unwrap().holds(1.0));
    }
    let share = held as f64 / trials as f64;
    assert!((0.86..0.99).contains(&share), "{share}");
}

/// A against B, 10 % apart under 3 % of noise: the interval must exclude 1.
#[test]
fn a_real_difference_is_seen() {
    let mut random = Random::new(43);
    for trial in 0..50 {
        let ratios: Vec<f64> = (0..12)
            .map(|_| 1.10 * (0.03 * normal(&mut random)).exp())
            .collect();
        let interval = ratio_interval(&ratios, trial).unwrap();
        assert!(interval.low > 1.0 && interval.high < 1.2, "{interval:?}");
    }
}

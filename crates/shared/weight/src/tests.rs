//! Compares each weight with the list of ways that it stands for.

use super::*;

/// Exponents above 300 are dropped.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Most300;

impl Limit for Most300 {
    type Exponent = u64;

    fn is_passed(self, exponent: u64) -> bool {
        exponent > 300
    }
}

/// Returns the weight of ways with these exponents, each added alone.
fn of<W: Weight>(exponents: &[u64], factor: impl Fn(u64) -> W::Factor) -> W {
    let mut sum = W::default();
    for &exponent in exponents {
        sum.add_scaled(&W::one(), &factor(exponent)).expect("small");
    }
    sum
}

/// Returns the grids of all pairs of ways.
fn product<W: Joined>(one: &W, other: &W) -> W::Total {
    let mut total = W::Total::default();
    one.add_product(other, &mut total).expect("small");
    total
}

#[test]
fn weights_agree_with_lists_of_ways() {
    // Exponents repeat, come in any order, and lie on several pages.
    let some = |factor: u64, ways: u64| -> Vec<u64> { (0..ways).map(|way| way * factor % 290).collect() };
    for (ways, others) in [(0, 3), (1, 1), (7, 5), (40, 60)] {
        let [mut one, other] = [some(131, ways), some(77, others)];
        let mut pairs: Vec<u64> = one.iter().flat_map(|way| other.iter().map(move |more| way + more)).collect();
        pairs.sort_unstable();
        assert_eq!(product(&ways, &others), pairs.len() as u128);

        let times = |list: &[u64], value: u64| list.iter().filter(|&&other| other == value).count();
        let most = pairs.last().copied().unwrap_or_default();
        let [best, best_of_other] = [&one, &other].map(|list| of::<Best<u64>>(list, |exponent| exponent as i64));
        assert_eq!(product(&best, &best_of_other), Best { value: most as i64, number: times(&pairs, most) as u128 });

        let monomial = |exponent| Monomial { exponent, limit: Most300 };
        let [polynomial, of_other] = [&one, &other].map(|list| of::<Polynomial<Most300>>(list, monomial));
        let mut found: Vec<(u64, u128)> = product(&polynomial, &of_other).iter().collect();
        found.sort_unstable();
        let mut expected: Vec<(u64, u128)> = pairs.iter().map(|&pair| (pair, times(&pairs, pair) as u128)).collect();
        expected.dedup();
        assert_eq!(found, expected);

        // Some exceed the limit.
        let shifted: Vec<u64> = other.iter().map(|exponent| exponent + 100).filter(|&sum| sum <= 300).collect();
        let mut both = polynomial.clone();
        both.add_scaled(&of_other, &monomial(100)).expect("small");
        one.extend(&shifted);
        assert_eq!(both, of(&one, monomial));
        let mut separately = polynomial;
        separately.add(&of_other.scaled(&monomial(100))).expect("small");
        assert_eq!(separately, both);
    }
}

#[test]
fn overflow_is_reported() {
    let mut full = Best { value: 3, number: u64::MAX };
    assert_eq!(full.add(&Best { value: 2, number: 1 }), Some(()));
    assert_eq!(full.add(&Best { value: 3, number: 1 }), None);
    assert_eq!(u64::MAX.add_product(&2, &mut 0), Some(()));
    assert_eq!(u64::MAX.add_product(&u64::MAX, &mut { u128::MAX }), None);
    assert_eq!(u128::MAX.add_product(&2, &mut 0), None);
    assert_eq!(sort_and_merge(&mut vec![(1, 200_u8), (0, 1), (1, 56)]), None);
    let mut fits = vec![(1, 200_u8), (0, 1), (1, 55)];
    assert_eq!((sort_and_merge(&mut fits), fits), (Some(()), vec![(0, 1), (1, 255)]));
}

//! Counts every grid with each engine at 7 × 7 and 9 × 9, British rules, and with the fast ones at 11 × 11.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use gridcheck::engine::Run;
use gridcheck::engines::ENGINES;
use gridcheck::problem::Problem;
use gridcheck::rules::builtin;

/// Sizes, and the engines that are too slow there: 2^25 patterns take the brute engine seconds, 2^41 would take it days.
const TOO_SLOW: [(usize, &[&str]); 3] = [(7, &[]), (9, &["brute"]), (11, &["brute", "sat", "exact-cover"])];

fn engines(criterion: &mut Criterion) {
    for (size, too_slow) in TOO_SLOW {
        let problem = Problem::new(size, builtin("british").expect("built in")).expect("a fair size");
        let mut group = criterion.benchmark_group(format!("british-{size}"));
        group.sample_size(10).measurement_time(Duration::from_secs(10));
        for engine in ENGINES.into_iter().filter(|engine| !too_slow.contains(&engine.name())) {
            group.bench_function(engine.name(), |bencher| {
                bencher.iter(|| engine.count(black_box(&problem), &Run::new()).expect("a count"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);

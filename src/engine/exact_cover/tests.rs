use super::*;
use crate::rules::builtin;

#[test]
fn published_counts() {
    let british = builtin("british").expect("built in");
    for (n, count) in [(3, 1), (5, 17), (7, 650)] {
        let problem = Problem::new(n, british.clone()).expect("a fair size");
        assert_eq!(ExactCover.count(&problem, &Run::new()), Ok(count), "{n}");
    }
}

#[test]
#[ignore]
fn bench() {
    let name = std::env::var("R").unwrap_or("british".into());
    let n: usize = std::env::var("N").unwrap_or("9".into()).parse().unwrap();
    let mut rules = builtin(&name).unwrap();
    if std::env::var("SYM").is_ok() {
        rules.symmetry = Symmetry::None;
    }
    if std::env::var("LOOSE").is_ok() {
        rules.connected = false;
    }
    let problem = Problem::new(n, rules).unwrap();
    let t = std::time::Instant::now();
    println!("{:?} {:?}", ExactCover.ability(&problem), t.elapsed());
    if let Ok((board, Some(whole))) = opening(&problem) {
        println!("bits {} options {:?}", whole.expected_bits(&board), whole.sizes());
        let t = std::time::Instant::now();
        let pieces = cut(&board, &whole, &Run::new()).unwrap();
        println!("pieces {} {:?}", pieces.len(), t.elapsed());
    }
    if std::env::var("COUNT").is_ok() {
        let run = Run::new();
        std::thread::scope(|s| {
            let h = s.spawn(|| {
                let t = std::time::Instant::now();
                let c = ExactCover.count(&problem, &run);
                println!("{c:?} {:?}", t.elapsed());
            });
            while !h.is_finished() {
                std::thread::sleep(std::time::Duration::from_millis(1000));
                if t.elapsed().as_secs() > 100 {
                    run.stop();
                }
            }
            println!("{:?}", run.progress());
        });
    }
}

//! tmp
use gridcheck::engine::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = gridcheck::problem::Problem::new(a[1].parse().unwrap(), gridcheck::rules::builtin(&a[2]).unwrap()).unwrap();
    let t = std::time::Instant::now();
    println!("{:?} {:?}", engine(&a[3]).unwrap().count(&p, &Run::new()), t.elapsed());
}

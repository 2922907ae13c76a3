//! Tests that `docs/schema/answers.json` is the schema that the types of the answers give. With `GRIDCHECK_BLESS` it is written.

use std::env::var_os;
use std::fs;

#[test]
fn the_schema_is_made_of_the_types() {
    let (file, made) = ("docs/schema/answers.json", gridcheck::cli::schema::answers());
    if var_os("GRIDCHECK_BLESS").is_some() {
        fs::write(file, &made).expect("the file is written");
    }
    let advice = "GRIDCHECK_BLESS=1 cargo test --profile glue --features schema --test schema";
    assert!(fs::read_to_string(file).expect("the schema") == made, "{file} is not what the types give: {advice}");
}

//! Forms of counts, names and grids in JSON, for fields with `#[serde(with = "...")]`. A count may exceed a JSON number, so it is a text; a
//! grid is a list of its rows.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde::{Serialize, Serializer};

use crate::grid::Grid;
use crate::rules::Ruleset;

struct AsText<T>(T);

/// A whole number as text, because it may exceed the numbers of a reader.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "digits", bound = ""))]
pub struct AsDigits<T>(
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^-?[0-9]+$")))] pub T,
);

/// The rows of a grid: # black, . white, ? open, or letters of a fill.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "rows", bound = ""))]
pub struct AsRows<T>(#[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] pub T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T: Display> Serialize for AsDigits<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T: Display> Serialize for AsRows<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.to_string().lines())
    }
}

/// The name of a built-in rule set. Any other set is spelled out: NAME (BUILT-IN, key = value, ...), without NAME if it has none.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "rules"))]
pub struct RulesName(String);

impl From<&Ruleset> for RulesName {
    fn from(rules: &Ruleset) -> Self {
        RulesName(rules.described())
    }
}

/// A square, given as row and column from 0, serialized with numbers from 1.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AsSquare {
    row: usize,
    column: usize,
}

impl From<(usize, usize)> for AsSquare {
    fn from((row, column): (usize, usize)) -> Self {
        AsSquare { row: row + 1, column: column + 1 }
    }
}

/// Row and column, from 1.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "square"))]
pub struct FromOne(#[cfg_attr(feature = "schema", schemars(inner(range(min = 1))))] [usize; 2]);

impl From<(usize, usize)> for FromOne {
    fn from((row, column): (usize, usize)) -> Self {
        FromOne([row + 1, column + 1])
    }
}

/// Defines forms, each by the value that is serialized and by the type that has its schema.
macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident($value:ident: $type:ty $(, $T:ident)?) => $serialized:expr, $schema:ty;)*) => { $(
        $(#[$doc])*
        pub struct $form;

        impl $form {
            /// Serializes a value in this form.
            ///
            /// # Errors
            /// Fails if the serializer fails.
            pub fn serialize<$($T: Display,)? S: Serializer>($value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                $serialized.serialize(serializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $form {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($form).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<$schema>()
            }
        }
    )* };
}

forms! {
    /// The text that a value prints as.
    Text(value: T, T) => AsText(value), String;
    /// The texts that values print as.
    Texts(values: [T], T) => values.iter().map(AsText).collect::<Vec<_>>(), Vec<String>;
    /// A whole number as text.
    Digits(number: T, T) => AsDigits(number), AsDigits<u128>;
    /// A whole number as text, or null.
    DigitsIfKnown(number: Option<T>, T) => number.as_ref().map(AsDigits), Option<AsDigits<u128>>;
    /// Whole numbers as texts.
    EachDigits(numbers: [T], T) => numbers.iter().map(AsDigits).collect::<Vec<_>>(), Vec<AsDigits<u128>>;
    /// Two whole numbers as texts.
    TwoDigits(numbers: [T; 2], T) => numbers.each_ref().map(AsDigits), [AsDigits<u128>; 2];
    /// The rows of a grid.
    Rows(grid: T, T) => AsRows(grid), AsRows<Grid>;
    /// The rows of each grid.
    EachRows(grids: BTreeSet<Grid>) => grids.iter().map(AsRows).collect::<Vec<_>>(), Vec<AsRows<Grid>>;
    /// A list of squares, given as rows and columns from 0.
    Squares(squares: [(usize, usize)]) => squares.iter().copied().map(FromOne::from).collect::<Vec<_>>(), Vec<FromOne>;
}

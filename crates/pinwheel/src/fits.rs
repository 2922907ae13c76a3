//! What fits at a site where two quarters meet, and what the words there are worth.

use super::parts::Class;

/// Which classes fit at a site, in layers by what a word across it is worth.
///
/// Invariant: two classes fit in one layer at most; no layer is empty but where nothing fits at all.
#[derive(Debug, Clone)]
pub struct Fits {
    layers: Vec<Layer>,
}

/// The classes that fit and make words of one worth: by the first group's class a bit set of the second's, and the other way round.
#[derive(Debug, Clone)]
pub struct Layer {
    /// What such a word adds to the exponent.
    pub worth: i64,
    pub forth: Vec<u64>,
    pub back: Vec<u64>,
}

impl Fits {
    /// The most classes on a side.
    pub const MOST: usize = u64::BITS as usize;

    /// From what a class that leads out of the first group and one that leads out of the second are worth together, if they fit.
    pub fn new(classes: [usize; 2], worth: impl Fn(Class, Class) -> Option<i64>) -> Self {
        let mut layers: Vec<Layer> = Vec::new();
        for one in 0..classes[0] {
            for two in 0..classes[1] {
                let Some(worth) = worth(one as Class, two as Class) else { continue };
                let known = layers.iter().position(|layer| layer.worth == worth);
                let layer = known.unwrap_or_else(|| {
                    layers.push(Layer { worth, forth: vec![0; classes[0]], back: vec![0; classes[1]] });
                    layers.len() - 1
                });
                layers[layer].forth[one] |= 1 << two;
                layers[layer].back[two] |= 1 << one;
            }
        }
        Fits { layers }
    }

    /// Where words are worth something, and where nothing.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer in which two classes fit.
    pub fn layer(&self, one: u64, two: u64) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.forth[one as usize] >> two & 1 == 1)
    }

    /// Which classes fit one of the first group, whatever the words are worth.
    pub fn with(&self, one: u64) -> u64 {
        self.layers.iter().fold(0, |with, layer| with | layer.forth[one as usize])
    }

    /// The same with the groups' parts exchanged.
    pub fn turned(&self) -> Self {
        let turned = |Layer { worth, forth, back }: Layer| Layer { worth, forth: back, back: forth };
        Fits { layers: self.layers.iter().cloned().map(turned).collect() }
    }
}

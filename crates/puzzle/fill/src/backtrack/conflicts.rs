//! The pairs of words that cannot both be in a fill, by the [demands](Demands) on it.
//!
//! Each word has keys: its runs of k letters, and its root, which is its stem if the list gives none. Two words exclude each other if they have a key in common. A word that was
//! given and is in no list excludes others in the same way.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::super::demands::Demands;
use super::super::question::Question;
use super::super::stems;
use super::masks::Masks;

/// A property that two words of a fill may not have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// Consecutive letters.
    Letters(Box<[char]>),
    /// A root.
    Root(Box<[char]>),
}

/// A word: the index of the masks of its length, and its number in them.
type Place = (usize, u32);

/// The words that exclude each other.
pub(super) struct Conflicts {
    /// For each of the masks and each word the numbers of its keys.
    keys: Vec<Vec<Vec<u32>>>,
    /// For each key, by its number, the words that have it.
    words: Vec<Vec<Place>>,
    /// The words that given entries exclude, so that they cannot be in any fill.
    pub(super) excluded_at_root: Vec<Place>,
}

impl Conflicts {
    pub(super) fn new(question: &Question, masks: &[Masks], demands: &Demands) -> Self {
        let list = question.list();
        let mut numbers: HashMap<Key, u32, RandomState> = HashMap::default();
        let mut words: Vec<Vec<Place>> = Vec::new();
        let mut keys = Vec::new();
        for (which, masks) in masks.iter().enumerate() {
            let listed = list.words(masks.length);
            let mut roots: HashMap<&[u8], &[char], RandomState> = HashMap::default();
            if demands.one_form {
                let rooted = (0..listed.len()).filter_map(|index| Some((listed.word(index), listed.root(index)?)));
                roots.extend(rooted);
            }
            let mut of_masks = Vec::with_capacity(masks.len());
            for number in 0..masks.len() {
                let codes = masks.word(number);
                let letters: Vec<char> = codes.iter().map(|&code| list.alphabet().letter(code)).collect();
                let mut its: Vec<u32> = keys_of(&letters, roots.get(codes).copied(), demands)
                    .map(|key| {
                        let next = numbers.len() as u32;
                        *numbers.entry(key).or_insert(next)
                    })
                    .collect();
                its.sort_unstable();
                its.dedup();
                words.resize(numbers.len(), Vec::new());
                for &key in &its {
                    words[key as usize].push((which, number as u32));
                }
                of_masks.push(its);
            }
            keys.push(of_masks);
        }
        let standing = question.standing_entries().unwrap_or_default();
        let given = standing.iter().flat_map(|letters| keys_of(letters, None, demands));
        let excluded_at_root = given.filter_map(|key| numbers.get(&key)).flat_map(|&key| &words[key as usize]);
        let excluded_at_root = excluded_at_root.copied().collect();
        Conflicts { keys, words, excluded_at_root }
    }

    /// Returns the words that cannot be in a fill together with this one. It may be among them.
    pub(super) fn excluded_by(&self, masks: usize, number: u32) -> impl Iterator<Item = Place> {
        self.keys[masks][number as usize].iter().flat_map(|&key| &self.words[key as usize]).copied()
    }
}

fn keys_of<'a>(
    letters: &'a [char],
    root: Option<&'a [char]>,
    demands: &Demands,
) -> impl Iterator<Item = Key> + use<'a> {
    let runs = demands.no_shared.map(|k| letters.windows(k).map(|run| Key::Letters(run.into())));
    let root = demands.one_form.then(|| stems::root(letters, root)).flatten().map(|root| Key::Root(root.into()));
    runs.into_iter().flatten().chain(root)
}

//! Iterators over items that threads share. WebAssembly has one thread here, and the page has a limit of bytes.

#[cfg(not(target_family = "wasm"))]
mod those {
    pub(crate) use rayon::prelude::*;

    pub(crate) fn many<T: Send>(items: Vec<T>) -> impl ParallelIterator<Item = T> {
        items.into_par_iter()
    }

    pub(crate) fn alike<T: Sync>(
        items: &[T],
        are_alike: impl Fn(&T, &T) -> bool + Send + Sync,
    ) -> impl ParallelIterator<Item = &[T]> {
        items.par_chunk_by(are_alike)
    }
}

#[cfg(target_family = "wasm")]
mod those {
    pub(crate) fn many<T>(items: Vec<T>) -> impl Iterator<Item = T> {
        items.into_iter()
    }

    pub(crate) fn alike<T>(items: &[T], are_alike: impl Fn(&T, &T) -> bool) -> impl Iterator<Item = &[T]> {
        items.chunk_by(are_alike)
    }
}

pub(crate) use those::*;

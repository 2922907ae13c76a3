use std::collections::HashMap;
use std::sync::Mutex;
use super::block::Block;
use crate::engine::EngineError;

#[derive(Default)]
pub struct Sums { known: HashMap<Block, u128>, fresh: Mutex<Vec<(Block, u128)>> }

impl Sums {
    pub fn knows(&self, block: Block) -> bool { self.known.contains_key(&block) }
    pub fn learn(&self, block: Block, grids: u128) -> Result<(), EngineError> {
        self.fresh.lock().unwrap().push((block, grids));
        Ok(())
    }
}

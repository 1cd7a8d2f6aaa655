//! [`Memory`]: bytes that come from the system without being touched.

#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut};
use std::ops::{Deref, DerefMut};

/// From this size on, huge pages are asked for: the system clears a page when it is first touched, and with small pages
/// that took 0.8 times as long as an induction of 24 cards.
#[cfg(target_os = "linux")]
const MIN_HUGE: usize = 4 << 20;

/// Bytes that come from the system without being touched.
#[derive(Debug, Default)]
pub(super) struct Memory {
    #[cfg(target_os = "linux")]
    bytes: Option<MmapMut>,
    #[cfg(not(target_os = "linux"))]
    bytes: Vec<u8>,
}

impl Memory {
    /// Makes it at least this number of bytes long. What they hold is unspecified.
    ///
    /// # Panics
    /// If the system has no memory.
    #[cfg(target_os = "linux")]
    pub(super) fn reserve(&mut self, size: usize) {
        if self.len() < size {
            // Both at a time would be too much for small machines.
            self.bytes = None;
            let bytes = MmapMut::map_anon(size).expect("the system has memory");
            if size >= MIN_HUGE {
                // Small pages are slower, but no error.
                let _ = bytes.advise(Advice::HugePage);
            }
            self.bytes = Some(bytes);
        }
    }

    /// Makes it at least this number of bytes long. What they hold is unspecified.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn reserve(&mut self, size: usize) {
        if self.bytes.is_empty() {
            // Zeroed pages come from the system without being touched.
            self.bytes = vec![0; size];
        } else if self.bytes.len() < size {
            // Keeps the pages there are: they would have to be cleared by the system again.
            self.bytes.resize(size, 0);
        }
    }
}

impl Deref for Memory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        #[cfg(target_os = "linux")]
        return self.bytes.as_deref().unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        &self.bytes
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u8] {
        #[cfg(target_os = "linux")]
        return self.bytes.as_deref_mut().unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        &mut self.bytes
    }
}

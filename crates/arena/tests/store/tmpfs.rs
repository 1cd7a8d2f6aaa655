//! A disk of little space.

use std::path::Path;
use std::process::Command;

/// A small disk of its own.
pub(crate) struct Tmpfs<'a>(&'a Path);

impl Tmpfs<'_> {
    pub(crate) fn mount<'a>(at: &'a Path, size: &str) -> Option<Tmpfs<'a>> {
        let options = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at);
        mount.output().ok()?.status.success().then_some(Tmpfs(at))
    }

    pub(crate) fn remount(at: &Path, size: &str) {
        let options = format!("remount,size={size}");
        let mut mount = Command::new("mount");
        assert!(
            mount
                .args(["-o", &options])
                .arg(at)
                .status()
                .unwrap()
                .success()
        );
    }
}

impl Drop for Tmpfs<'_> {
    fn drop(&mut self) {
        // Lazily: a connection may still be closing.
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

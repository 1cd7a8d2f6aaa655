//! Process groups of programs that were started, so that what a program has started ends with it.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

/// Whether a child process has ended. It is not reaped: until then no other process group has its number.
pub fn has_ended(child: u32) -> bool {
    let Some(pid) = pid(child) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Kills the process group that a child process leads, which has not been reaped.
pub fn kill(leader: u32) {
    if let Some(pid) = pid(leader) {
        // Fails if none of it is left.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

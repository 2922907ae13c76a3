//! Gives a new file or folder the owner, the group and the mode of the one that it replaces.
//!
//! Other attributes are not taken over: access control lists, labels and extended attributes.

use std::fs::{File, Metadata};
use std::io;

/// Gives `new` the owner, the group and the mode of `old`, as far as the system allows. Otherwise the mode is restricted.
///
/// # Errors
/// Returns an error if the mode cannot be set.
#[cfg(unix)]
pub(crate) fn take_over(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let is = new.metadata()?;
    // The group first: a file that belongs to another user can no longer be changed without privileges.
    let keeps_group = is.gid() == old.gid() || fchown(new, None, Some(old.gid())).is_ok();
    let keeps_owner = is.uid() == old.uid() || fchown(new, Some(old.uid()), None).is_ok();
    // The mode last: a new owner clears bits of it.
    new.set_permissions(PermissionsExt::from_mode(mode(old.mode(), keeps_owner, keeps_group)))
}

/// Gives `new` the permissions of `old`.
///
/// # Errors
/// Returns an error if the permissions cannot be set.
#[cfg(not(unix))]
pub fn take_over(new: &File, old: &Metadata) -> io::Result<()> {
    new.set_permissions(old.permissions())
}

/// Returns the mode of a file that replaces one of the mode `old`. Another owner or group must not get what was meant for the old one.
#[cfg(unix)]
fn mode(old: u32, keeps_owner: bool, keeps_group: bool) -> u32 {
    const SET_ID: u32 = 0o6000;
    const GROUP: u32 = 0o070;
    let mut mode = old & 0o7777;
    if !keeps_owner || !keeps_group {
        mode &= !SET_ID;
    }
    if !keeps_group {
        let of_others = mode << 3 & GROUP;
        mode &= !GROUP | of_others;
    }
    mode
}

#[cfg(all(test, unix))]
mod tests {
    use super::mode;

    #[test]
    fn another_owner_or_group_gets_no_rights_of_the_old_one() {
        for (old, keeps_owner, keeps_group, expected) in [
            (0o100_600, true, true, 0o600),
            (0o106_755, true, true, 0o6755),
            (0o106_755, false, true, 0o755),
            (0o106_755, true, false, 0o755),
            (0o100_660, false, true, 0o660),
            (0o100_664, true, false, 0o644),
            (0o100_640, false, false, 0o600),
        ] {
            assert_eq!(mode(old, keeps_owner, keeps_group), expected, "{old:o} {keeps_owner} {keeps_group}");
        }
    }
}

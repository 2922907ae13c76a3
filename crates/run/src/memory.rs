//! Measures the available memory and accounts for the share of big tables.
//!
//! A program cannot recover when a table exceeds the memory of the machine. Linux gives out addresses freely and later kills some process.
//! Where an allocation does fail, the standard library aborts the program. So an engine with big tables asks first.
//!
//! [`AvailableMemory::now`] is the memory that can still be taken. It is the least of four values:
//! - the free memory of the system,
//! - the rest of the limits of this process's control groups (a container's limit, a scheduler's),
//! - the rest of the limits of the process (`ulimit -v` and `-d`),
//! - the rest of the limit that the user [allows](allow).
//!
//! An [`Account`] is a share of that. A table takes its bytes from the account before it takes them from the system. So a shortage becomes
//! an error while there is still memory to report it.
//!
//! The program's allocator enforces the user's limit. It counts every byte that it hands out ([`charge`]): tables, memory of libraries, and
//! memory outside any account. It refuses an allocation that would exceed the limit. Just below the limit every engine ends with an error,
//! because it [checks its run](super::Run::check) all the time. In a program with another allocator only the accounts enforce a limit.
//!
//! Both versions of control groups are supported. For <https://docs.kernel.org/admin-guide/cgroup-v2.html> the files are `memory.max`,
//! `memory.high` and `memory.current`. For <https://docs.kernel.org/admin-guide/cgroup-v1/memory.html> they are `memory.limit_in_bytes` and
//! `memory.usage_in_bytes`. Files that the system caches and can drop do not count as taken. Where the system reports none of this, only
//! the requested limit applies.

use std::cell::Cell;
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

use super::EngineError;

/// The source of a memory limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// The free memory of the system.
    Free,
    /// The limit of a control group.
    ControlGroup,
    /// The limit of the process's addresses.
    Addresses,
    /// The limit of the process's data.
    Data,
    /// The limit set by the user who started the process.
    Allowed,
    /// No limit that the system reports.
    Unknown,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Free => "free on this machine",
            Bound::ControlGroup => "left by the control group's limit",
            Bound::Addresses => "left by the limit of addresses, ulimit -v",
            Bound::Data => "left by the limit of data, ulimit -d",
            Bound::Allowed => "left of what --memory allows",
            Bound::Unknown => "in addresses",
        })
    }
}

/// The memory that can still be taken, and the limit that bounds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AvailableMemory {
    /// Number of bytes.
    pub bytes: u64,
    /// The limit that bounds it.
    pub bound: Bound,
}

impl fmt::Display for AvailableMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Bytes(self.bytes), self.bound)
    }
}

/// A number of bytes, formatted for people.
pub struct Bytes(pub u64);

impl Bytes {
    /// Returns up to three significant figures, the number of digits after the point, and the unit.
    fn figures(&self) -> (u64, usize, &'static str) {
        let bytes = self.0 as f64;
        let (unit, name) = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
            .into_iter()
            .find(|(unit, _)| bytes >= *unit)
            .unwrap_or((1.0, "bytes"));
        let number = bytes / unit;
        if number < 100.0 && unit > 1.0 {
            ((10.0 * number).round_ties_even() as u64, 1, name)
        } else {
            (number.round_ties_even() as u64, 0, name)
        }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.figures() {
            (tenths, 1, name) => write!(f, "{}.{} {name}", tenths / 10, tenths % 10),
            (number, _, name) => write!(f, "{number} {name}"),
        }
    }
}

/// Least number of bytes for any work. With less, small allocations fail in unpredictable places.
const LEAST_BYTES: u64 = 48 << 20;

/// Number of bytes that the allocator has handed out and not got back; 0 if no allocator counts.
static HANDED_OUT: AtomicI64 = AtomicI64::new(0);
/// Most bytes that the allocator may hand out.
static HARD_LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
/// Number of bytes above which engines stop.
static SOFT_LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
/// Most bytes of resident memory that the process may have.
static ALLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

/// Interval of handed-out bytes after which the process's memory is measured. An allocator keeps some of the memory that it gets back.
const MEASURE_INTERVAL: i64 = 1 << 22;

/// Most bytes that a thread counts locally before it updates the shared counter, because a shared counter is slow.
const LOCAL_BATCH: i64 = 1 << 16;

thread_local! {
    static CHARGED: Cell<i64> = const { Cell::new(0) };
}

/// Limits this process to this number of bytes in all, including those that it already has.
pub fn allow(bytes: u64) {
    let handed_out = HANDED_OUT.load(Ordering::Relaxed);
    // Subtract the program's text and stacks, and a part for the overhead of the allocator.
    let others = (taken() as i64 - handed_out).max(0);
    let allowed = i64::try_from(bytes).unwrap_or(i64::MAX);
    let most = allowed - allowed / 32 - others;
    ALLOWED.store(bytes, Ordering::Relaxed);
    HARD_LIMIT.store(most, Ordering::Relaxed);
    SOFT_LIMIT.store(soft_limit(most), Ordering::Relaxed);
}

fn soft_limit(most: i64) -> i64 {
    most - most / 32
}

/// Removes the limit, so that the program can write its last messages.
pub fn allow_all() {
    HARD_LIMIT.store(i64::MAX, Ordering::Relaxed);
}

/// Counts bytes that the allocator is about to hand out. Returns `false`, and counts nothing, if they exceed what is allowed.
#[inline]
pub fn charge(bytes: usize) -> bool {
    let charged = CHARGED.get() + bytes as i64;
    if charged < LOCAL_BATCH {
        CHARGED.set(charged);
        return true;
    }
    charge_all(charged, bytes as i64)
}

#[cold]
fn charge_all(charged: i64, bytes: i64) -> bool {
    CHARGED.set(0);
    let before = HANDED_OUT.fetch_add(charged, Ordering::Relaxed);
    let fits = before.saturating_add(charged) <= HARD_LIMIT.load(Ordering::Relaxed);
    if !fits {
        HANDED_OUT.fetch_sub(bytes, Ordering::Relaxed);
    } else if before / MEASURE_INTERVAL != (before + charged) / MEASURE_INTERVAL {
        update_soft_limit();
    }
    fits
}

/// Makes engines stop if the process's memory exceeds the limit, even if the handed-out bytes do not.
fn update_soft_limit() {
    let most = HARD_LIMIT.load(Ordering::Relaxed);
    if most < i64::MAX {
        let is_exceeded = taken() > ALLOWED.load(Ordering::Relaxed);
        SOFT_LIMIT.store(if is_exceeded { -1 } else { soft_limit(most) }, Ordering::Relaxed);
    }
}

/// Counts bytes that the allocator has got back.
#[inline]
pub fn release(bytes: usize) {
    let charged = CHARGED.get() - bytes as i64;
    if charged > -LOCAL_BATCH {
        CHARGED.set(charged);
    } else {
        CHARGED.set(0);
        HANDED_OUT.fetch_add(charged, Ordering::Relaxed);
    }
}

/// Returns an error if the process has nearly reached its limit.
#[inline]
pub(super) fn check() -> Result<(), EngineError> {
    if HANDED_OUT.load(Ordering::Relaxed) <= SOFT_LIMIT.load(Ordering::Relaxed) { Ok(()) } else { Err(exceeded()) }
}

#[cold]
fn exceeded() -> EngineError {
    let bytes = HARD_LIMIT.load(Ordering::Relaxed).max(0) as u64;
    EngineError::OutOfMemory { needed: bytes, room: AvailableMemory { bytes, bound: Bound::Allowed } }
}

/// Returns the rest of the user's limit, if there is one.
fn left_of_allowed() -> Option<AvailableMemory> {
    let most = HARD_LIMIT.load(Ordering::Relaxed);
    let taken = || match HANDED_OUT.load(Ordering::Relaxed) {
        0 => taken() as i64,
        handed_out => handed_out,
    };
    (most < i64::MAX).then(|| AvailableMemory { bytes: (most - taken()).max(0) as u64, bound: Bound::Allowed })
}

/// Returns the process's memory, or 0 if the system does not report it. The value matters little then, because tables are allocated early.
fn taken() -> u64 {
    status_number("VmRSS").unwrap_or_default()
}

/// Returns a number of the process's status file, without allocating memory.
fn status_number(name: &str) -> Option<u64> {
    let mut text = [0; 1 << 12];
    let mut file = fs::File::open("/proc/self/status").ok()?;
    let mut length = 0;
    while let Ok(more @ 1..) = file.read(&mut text[length..]) {
        length += more;
    }
    number_in(str::from_utf8(&text[..length]).ok()?, name)
}

/// Returns the number in the first line that begins with a name: `name: 12 kB`, or `name 12`.
fn number_in(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?.trim_start_matches(':');
    let mut words = rest.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    let unit = if words.next() == Some("kB") { 1024 } else { 1 };
    number.checked_mul(unit)
}

impl AvailableMemory {
    /// Measures the memory that can be taken now.
    pub fn now() -> AvailableMemory {
        System { root: PathBuf::from("/") }.available(limits(), left_of_allowed())
    }

    /// Returns the memory that was left when an allocation failed. It allocates no memory.
    pub fn at_the_end() -> AvailableMemory {
        let limits = left_by_limits(limits(), status_number).chain(left_of_allowed());
        limits.min().unwrap_or(AvailableMemory { bytes: 0, bound: Bound::Free })
    }

    /// Checks that there are this many addresses for a thread, and those that a program needs at least. It does not check memory,
    /// because most of a thread's addresses are never touched.
    ///
    /// # Errors
    /// Returns an error if the address limits leave less.
    pub fn demand_addresses(bytes: u64) -> Result<(), EngineError> {
        let needed = LEAST_BYTES + bytes;
        match left_by_limits(limits(), status_number).min() {
            Some(room) if room.bytes < needed => Err(EngineError::OutOfMemory { needed, room }),
            _ => Ok(()),
        }
    }

    /// Checks that there is memory for a program without big tables.
    ///
    /// # Errors
    /// Returns an error if less than the least amount of memory is available.
    pub fn demand_least() -> Result<(), EngineError> {
        let room = AvailableMemory::now();
        if room.bytes >= LEAST_BYTES { Ok(()) } else { Err(EngineError::OutOfMemory { needed: LEAST_BYTES, room }) }
    }
}

thread_local! {
    static IS_ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `ask`, whose allocations are optional: a failed allocation in it does not end the program.
pub fn attempt<T>(ask: impl FnOnce() -> T) -> T {
    let before = IS_ATTEMPT.replace(true);
    let answer = ask();
    IS_ATTEMPT.set(before);
    answer
}

/// Returns `true` if this thread is making an optional allocation.
pub fn is_attempt() -> bool {
    IS_ATTEMPT.get()
}

/// The first words of every report of a [shortage](EngineError::OutOfMemory).
pub const SHORTAGE: &str = "not enough memory";

/// Writes the reason why a number of bytes is not available, without allocating memory.
pub(super) struct Shortage(pub u64, pub AvailableMemory);

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shortage(needed, room) = *self;
        // A table that has grown to the limit needs hardly more than is available, so both numbers would look equal.
        if Bytes(needed).figures() == Bytes(room.bytes).figures() {
            write!(f, "{SHORTAGE}: more needed, {room}")
        } else {
            write!(f, "{SHORTAGE}: {} needed, {room}", Bytes(needed))
        }
    }
}

/// Returns the limits of the process's addresses and of its data, where they exist.
#[cfg(all(target_os = "linux", feature = "limits"))]
fn limits() -> [Option<u64>; 2] {
    use rustix::process::{Resource, getrlimit};
    [getrlimit(Resource::As).current, getrlimit(Resource::Data).current]
}

/// Returns no limits. Their use is not known on other systems, and the system call needs the feature `limits`.
#[cfg(not(all(target_os = "linux", feature = "limits")))]
fn limits() -> [Option<u64>; 2] {
    [None, None]
}

/// Returns the rest of the limits of addresses and of data, from the numbers of the process's status.
fn left_by_limits(
    [addresses, data]: [Option<u64>; 2],
    status: impl Fn(&str) -> Option<u64>,
) -> impl Iterator<Item = AvailableMemory> {
    let left = |limit: Option<u64>, name, bound| {
        limit.map(|limit| AvailableMemory { bytes: limit.saturating_sub(status(name).unwrap_or_default()), bound })
    };
    [left(addresses, "VmSize", Bound::Addresses), left(data, "VmData", Bound::Data)].into_iter().flatten()
}

/// The files in which a system reports its memory, below a root folder.
struct System {
    root: PathBuf,
}

impl System {
    fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        let path = path.as_ref();
        fs::read_to_string(self.root.join(path.strip_prefix("/").unwrap_or(path))).ok()
    }

    fn number(&self, path: impl AsRef<Path>, name: &str) -> Option<u64> {
        number_in(&self.read(path)?, name)
    }

    /// Returns the available memory under these limits of addresses and data and the rest of the user's limit.
    fn available(&self, limits: [Option<u64>; 2], left_of_allowed: Option<AvailableMemory>) -> AvailableMemory {
        let rooms =
            [(self.number("proc/meminfo", "MemAvailable"), Bound::Free), (self.left_by_groups(), Bound::ControlGroup)];
        let rooms = rooms.into_iter().filter_map(|(bytes, bound)| Some(AvailableMemory { bytes: bytes?, bound }));
        rooms
            .chain(left_by_limits(limits, |name| self.number("proc/self/status", name)))
            .chain(left_of_allowed)
            .min()
            .unwrap_or(AvailableMemory { bytes: u64::MAX, bound: Bound::Unknown })
    }

    /// Returns the rest of the limits of this process's control groups and of their ancestors.
    fn left_by_groups(&self) -> Option<u64> {
        let groups = self.read("proc/self/cgroup")?;
        let mounts = self.read("proc/self/mountinfo")?;
        let folders = groups.lines().filter_map(|line| {
            let mut fields = line.splitn(3, ':');
            let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
            let version: &Version = if controllers.is_empty() { &TWO } else { &ONE };
            let is_for_memory =
                controllers.is_empty() || controllers.split(',').any(|controller| controller == "memory");
            is_for_memory
                .then(|| folder(&mounts, version, path))
                .flatten()
                .map(|(mount, folder)| (version, mount, folder))
        });
        let left = folders.flat_map(|(version, mount, folder)| {
            let all: Vec<PathBuf> =
                folder.ancestors().take_while(|outer| outer.starts_with(&mount)).map(Path::to_owned).collect();
            all.into_iter().filter_map(|folder| self.left_by_group(version, &folder))
        });
        left.min()
    }

    fn left_by_group(&self, version: &Version, folder: &Path) -> Option<u64> {
        let value = |name: &str| self.read(folder.join(name))?.trim().parse::<u64>().ok();
        let limit = version.limits.iter().filter_map(|name| value(name)).min()?;
        let taken = value(version.taken)?;
        let droppable = self.number(folder.join("memory.stat"), version.droppable).unwrap_or_default();
        Some(limit.saturating_sub(taken.saturating_sub(droppable)))
    }
}

/// The file names of a version of control groups.
struct Version {
    /// The type of file system, and a required mount option.
    mounted: (&'static str, Option<&'static str>),
    limits: &'static [&'static str],
    taken: &'static str,
    droppable: &'static str,
}

static ONE: Version = Version {
    mounted: ("cgroup", Some("memory")),
    limits: &["memory.limit_in_bytes"],
    taken: "memory.usage_in_bytes",
    droppable: "total_inactive_file",
};

static TWO: Version = Version {
    mounted: ("cgroup2", None),
    limits: &["memory.max", "memory.high"],
    taken: "memory.current",
    droppable: "inactive_file",
};

/// Returns the mount point of the control groups and the folder of one group. A container may see only a part of the tree.
fn folder(mounts: &str, version: &Version, path: &str) -> Option<(PathBuf, PathBuf)> {
    let (file_system, option) = version.mounted;
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        let mut after = after.split(' ');
        let (kind, _, options) = (after.next()?, after.next()?, after.next()?);
        let is_it = kind == file_system && option.is_none_or(|option| options.split(',').any(|word| word == option));
        let below = Path::new(path).strip_prefix(root).ok().filter(|_| is_it)?;
        Some((PathBuf::from(place), Path::new(place).join(below)))
    })
}

/// A share of the available memory, from which tables take their bytes.
#[derive(Debug)]
pub struct Account {
    room: AvailableMemory,
    /// Number of bytes that are kept free.
    reserve: u64,
    taken: AtomicUsize,
}

/// Number of bytes that big tables leave free: for small tables, and to continue and report an error. A quarter of the available memory is
/// added, up to [`MOST_WASTE`], for the waste of allocators.
const RESERVE: u64 = 32 << 20;
const MOST_WASTE: u64 = 1 << 30;

impl Account {
    /// Opens an account of all memory that is available now, less a reserve.
    pub fn open() -> Self {
        Account::of(AvailableMemory::now())
    }

    /// Opens an account of this memory, less a reserve.
    pub fn of(room: AvailableMemory) -> Self {
        Account { room, reserve: RESERVE + (room.bytes / 4).min(MOST_WASTE), taken: AtomicUsize::new(0) }
    }

    /// Returns the number of bytes of the whole account, taken or not.
    pub fn bytes(&self) -> usize {
        usize::try_from(self.room.bytes.saturating_sub(self.reserve)).unwrap_or(usize::MAX)
    }

    /// Checks that the account covers work of this many bytes.
    ///
    /// # Errors
    /// Returns an error if the account is too small.
    pub fn demand(&self, bytes: u64) -> Result<(), EngineError> {
        let needed = bytes.saturating_add(self.reserve);
        if needed <= self.room.bytes { Ok(()) } else { Err(EngineError::OutOfMemory { needed, room: self.room }) }
    }

    /// Returns a part of the account with no bytes taken.
    pub fn part(&self) -> Part<'_> {
        Part { account: self, bytes: AtomicUsize::new(0) }
    }
}

/// The bytes that some tables have taken from an account. Dropping the part gives them back.
#[derive(Debug)]
pub struct Part<'a> {
    account: &'a Account,
    bytes: AtomicUsize,
}

impl<'a> Part<'a> {
    /// Returns the account.
    pub fn account(&self) -> &'a Account {
        self.account
    }

    /// Returns the number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Takes more bytes.
    ///
    /// # Errors
    /// Returns an error if the account has fewer bytes left.
    pub fn take(&self, bytes: usize) -> Result<(), EngineError> {
        let with_these = |taken: usize| taken.saturating_add(bytes);
        let demand = |taken: usize| self.account.demand(with_these(taken) as u64);
        // Never count bytes that are refused: other threads would then be denied memory that exists.
        let taken = self.account.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |taken| {
            demand(taken).is_ok().then(|| with_these(taken))
        });
        if let Err(taken) = taken {
            demand(taken)?;
        }
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives back some of the bytes.
    pub fn release(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.account.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Reserves space for more items in a list that this part pays for. The capacity grows by half, so that the list is not moved each
    /// time, or by just enough if half is too much.
    ///
    /// # Errors
    /// Returns an error if the account or the system has too little memory.
    pub fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), EngineError> {
        let needed = list.len() + more;
        if needed <= list.capacity() {
            return Ok(());
        }
        let bytes = |capacity: usize| (capacity - list.capacity()) * size_of::<T>();
        let ample = needed.max(list.capacity() + list.capacity() / 2);
        let capacity = if self.take(bytes(ample)).is_ok() {
            ample
        } else {
            self.take(bytes(needed))?;
            needed
        };
        let length = list.len();
        attempt(|| list.try_reserve_exact(capacity - length)).map_err(|_| {
            // The system has less memory than it reports.
            EngineError::OutOfMemory { needed: (capacity * size_of::<T>()) as u64, room: AvailableMemory::now() }
        })
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.account.taken.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a system with these files.
    fn system(files: &[(&str, &str)]) -> (tempfile::TempDir, System) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("room");
            fs::write(path, text).expect("room");
        }
        let root = folder.path().to_owned();
        (folder, System { root })
    }

    const MEMINFO: (&str, &str) =
        ("proc/meminfo", "MemTotal:  24684096 kB\nMemAvailable:   14574968 kB\nBuffers: 1 kB\n");
    const STATUS: (&str, &str) = ("proc/self/status", "Name:\tgridcheck\nVmSize:\t  200000 kB\nVmData:\t  100000 kB\n");

    fn room(files: &[(&str, &str)], limits: [Option<u64>; 2]) -> AvailableMemory {
        let (_folder, system) = system(files);
        system.available(limits, None)
    }

    #[test]
    fn without_limits_there_is_what_is_free() {
        let free = AvailableMemory { bytes: 14_574_968 * 1024, bound: Bound::Free };
        assert_eq!(room(&[MEMINFO, STATUS], [None, None]), free);
        assert_eq!(room(&[MEMINFO], [None, None]), free);
        for unclear in ["MemTotal: 24684096 kB\n", "MemAvailable: many\n", ""] {
            let nothing = room(&[("proc/meminfo", unclear)], [None, None]);
            assert_eq!(nothing, AvailableMemory { bytes: u64::MAX, bound: Bound::Unknown }, "{unclear:?}");
        }
    }

    #[test]
    fn limits_of_the_process_are_kept() {
        let addresses = room(&[MEMINFO, STATUS], [Some(300_000 * 1024), None]);
        assert_eq!(addresses, AvailableMemory { bytes: 100_000 * 1024, bound: Bound::Addresses });
        let data = room(&[MEMINFO, STATUS], [Some(300_000 * 1024), Some(150_000 * 1024)]);
        assert_eq!(data, AvailableMemory { bytes: 50_000 * 1024, bound: Bound::Data });
        let nothing = room(&[MEMINFO, STATUS], [Some(100_000 * 1024), None]);
        assert_eq!(nothing, AvailableMemory { bytes: 0, bound: Bound::Addresses });
        let (_folder, system) = system(&[MEMINFO, STATUS]);
        let left = |limits| left_by_limits(limits, |name| system.number("proc/self/status", name)).min();
        assert_eq!(left([None, None]), None, "no allocation fails");
        assert_eq!(left([Some(300_000 * 1024), None]), Some(addresses));
    }

    #[test]
    fn the_second_version_of_control_groups_is_read() {
        let limit = |outer: &str, inner: &str| {
            let bytes = room(
                &[
                    MEMINFO,
                    ("proc/self/cgroup", "0::/user/job\n"),
                    (
                        "proc/self/mountinfo",
                        "25 1 0:2 / / rw - ext4 /dev/sda rw\n31 25 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n",
                    ),
                    ("sys/fs/cgroup/user/memory.max", outer),
                    ("sys/fs/cgroup/user/memory.current", "3000"),
                    ("sys/fs/cgroup/user/job/memory.max", inner),
                    ("sys/fs/cgroup/user/job/memory.high", "max\n"),
                    ("sys/fs/cgroup/user/job/memory.current", "2000\n"),
                    ("sys/fs/cgroup/user/job/memory.stat", "anon 1200\nactive_file 300\ninactive_file 500\n"),
                ],
                [None, None],
            );
            (bytes.bytes, bytes.bound)
        };
        assert_eq!(limit("max\n", "max\n").1, Bound::Free);
        assert_eq!(limit("max\n", "10000\n"), (8500, Bound::ControlGroup));
        assert_eq!(limit("4000\n", "10000\n"), (1000, Bound::ControlGroup));
        assert_eq!(limit("2000\n", "max\n"), (0, Bound::ControlGroup));
    }

    /// Finds the limit in a container, which sees only its part of the tree, mounted in place of the whole.
    #[test]
    fn a_container_finds_its_limit() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "12:cpu,cpuacct:/box/7\n5:memory:/box/7\n0::/\n"),
            ("proc/self/mountinfo", "40 30 0:30 /box/7 /sys/fs/cgroup/memory ro shared:3 - cgroup cgroup rw,memory\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000\n"),
            ("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 1000\n"),
        ];
        assert_eq!(room(&files, [None, None]), AvailableMemory { bytes: 6000, bound: Bound::ControlGroup });
    }

    #[test]
    fn this_system_reports_its_free_memory() {
        let room = AvailableMemory::now();
        assert!(room.bytes > 1 << 20, "{room}");
    }

    #[test]
    fn an_account_is_not_overdrawn() {
        let room = AvailableMemory { bytes: 1100, bound: Bound::Free };
        let account = Account { room, reserve: 100, taken: AtomicUsize::new(0) };
        assert_eq!(account.bytes(), 1000);
        let one = account.part();
        assert_eq!(one.take(600), Ok(()));
        let two = account.part();
        assert_eq!(two.take(600), Err(EngineError::OutOfMemory { needed: 1300, room }));
        assert_eq!((one.bytes(), two.bytes()), (600, 0));
        drop(one);
        assert_eq!(two.take(600), Ok(()));
        let mut list: Vec<u64> = Vec::new();
        assert_eq!(two.reserve(&mut list, 20), Ok(()));
        assert_eq!((list.capacity(), two.bytes()), (20, 760));
        list.resize(20, 0);
        assert_eq!(two.reserve(&mut list, 1), Ok(()));
        assert_eq!((list.capacity(), two.bytes()), (30, 840));
        list.resize(30, 0);
        assert_eq!(two.reserve(&mut list, 15), Ok(()));
        // Growing by half would exceed the account.
        list.resize(45, 0);
        assert_eq!(two.reserve(&mut list, 5), Ok(()));
        assert_eq!((list.capacity(), two.bytes()), (50, 1000));
        list.resize(50, 0);
        assert!(two.reserve(&mut list, 1).is_err());
    }

    /// Tests the functions that write the last message: they allocate no memory.
    #[test]
    fn what_is_left_is_known_at_the_end() {
        let room = AvailableMemory::at_the_end();
        assert!(matches!(room.bound, Bound::Free | Bound::Addresses | Bound::Data), "{room}");
        #[cfg(target_os = "linux")]
        assert!(status_number("VmRSS").is_some_and(|bytes| bytes > 1 << 20));
        for (bytes, said) in [(0, "0 bytes"), (1_049, "1.0 kB"), (99_960, "100.0 kB"), (100_400, "100 kB")] {
            assert_eq!(Bytes(bytes).to_string(), said);
        }
    }

    /// Counts locally in a thread until the shared counter is updated.
    #[test]
    fn bytes_are_counted_until_they_come_back() {
        std::thread::spawn(|| {
            let before = HANDED_OUT.load(Ordering::Relaxed);
            assert!(charge(1000));
            assert_eq!(HANDED_OUT.load(Ordering::Relaxed), before);
            assert!(charge(LOCAL_BATCH as usize));
            assert_eq!(HANDED_OUT.load(Ordering::Relaxed), before + LOCAL_BATCH + 1000);
            release(1000);
            release(LOCAL_BATCH as usize);
            assert_eq!(HANDED_OUT.load(Ordering::Relaxed) + CHARGED.get(), before);
        })
        .join()
        .expect("no panic");
    }

    #[test]
    fn the_error_says_what_is_missing_and_why() {
        let room = AvailableMemory { bytes: 250_000_000, bound: Bound::ControlGroup };
        let error = EngineError::OutOfMemory { needed: 3_140_000_000, room }.to_string();
        assert_eq!(error, "not enough memory: 3.1 GB needed, 250 MB left by the control group's limit");
        let error = EngineError::OutOfMemory { needed: 250_000_001, room }.to_string();
        assert_eq!(error, "not enough memory: more needed, 250 MB left by the control group's limit");
        assert_eq!(Bytes(999).to_string(), "999 bytes");
        assert_eq!(Bytes(12_345_678).to_string(), "12.3 MB");
    }
}

// A disk for SQLite whose power and whose calls can fail, and that counts them. Only for tests.
//
// A disk watches one database and its logs. All other files of the process use the system's file system as before. A watched file
// is written at once, so that its connections read what they wrote. Beside that, the disk keeps what a loss of power would leave:
// the content at the last sync, and the writes since then.

#ifndef POWER_LOSS_VFS_H
#define POWER_LOSS_VFS_H

#include <stdbool.h>
#include <stdint.h>

/// The files of a database. The values are bits.
enum {
    DISK_DATABASE = 1,
    DISK_LOG = 2,
    DISK_JOURNAL = 4,
};

/// The calls that can fail. The values are bits.
enum {
    DISK_READ = 1,
    DISK_WRITE = 2,
    DISK_TRUNCATE = 4,
    DISK_SYNC = 8,
    /// The call after a commit, when other connections see it already.
    DISK_COMMITTED = 16,
};

/// The effect of a call that fails.
enum {
    /// The call changes nothing.
    DISK_NOT_DONE = 0,
    /// The call does all it should.
    DISK_DONE = 1,
    /// A write stores the first half of its bytes.
    DISK_HALF_DONE = 2,
    /// A sync drops the writes, and the next sync succeeds without them, as on Linux.
    DISK_LOST = 3,
};

/// A disk.
typedef struct power_loss_disk power_loss_disk;

/// Watches the database with this path, which is absolute. The files that exist are on the disk.
///
/// @param keeps_writes Whether power can be lost. Otherwise, the disk needs no memory.
power_loss_disk *disk_create(const char *database, bool keeps_writes);

/// Ends the watch. Open files still use the disk.
void disk_release(power_loss_disk *disk);

/// Lets calls on files fail with an error code of SQLite.
///
/// @param count The number of calls that fail.
void disk_fail(power_loss_disk *disk, int files, int calls, int code, int effect, int64_t count);

/// Loses power after this number of writes, changes of sizes, syncs and deletions. The call after them, and each later one, fails.
void disk_lose_power(power_loss_disk *disk, int64_t calls);

/// Whether the disk has power.
bool disk_has_power(power_loss_disk *disk);

/// Writes what a loss of power leaves to files with the path of another database.
///
/// A sector has 512 bytes. Each one has all of its writes since the last sync, or only the first ones, or none. A size and a deletion
/// that were not synced can be lost as well. The seed determines the choice.
///
/// @return Whether all files were written.
bool disk_save(power_loss_disk *disk, const char *database, uint64_t seed);

/// The bytes that SQLite has read from files.
int64_t disk_read_bytes(power_loss_disk *disk, int files);

/// The bytes that SQLite has written to files.
int64_t disk_written_bytes(power_loss_disk *disk, int files);

/// The number of syncs of files.
int64_t disk_syncs(power_loss_disk *disk, int files);

#endif

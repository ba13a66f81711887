// The parts of a disk that its files and its file system share.

#ifndef DISK_H
#define DISK_H

#include "Inode.h"
#include "PowerLossVFS.h"

#include <pthread.h>
#include <sqlite3.h>

// The database, its log, and its journal.
#define KINDS 3

/// A name in the folder. Its file differs from that on the disk until the folder is synced.
typedef struct {
    char *path;
    inode *current, *synced;
    int64_t read_bytes, written_bytes, syncs;
} entry;

struct power_loss_disk {
    pthread_mutex_t mutex;
    int references;
    bool keeps_writes, has_power;
    /// The calls until the loss of power; negative if it is not planned.
    int64_t rest;
    entry entries[KINDS];
    struct {
        int files, calls, code, effect;
        int64_t count;
    } failure;
    power_loss_disk *next;
};

/// A file that SQLite has opened. The file of the system is directly behind it.
typedef struct {
    sqlite3_file base;
    power_loss_disk *disk;
    inode *node;
    int kind;
    /// Whether the first sync also syncs the folder.
    bool syncs_folder;
} disk_file;

/// Returns the file of the system.
static inline sqlite3_file *real(disk_file *file) { return (sqlite3_file *)(file + 1); }

/// The calls of a watched file.
extern const sqlite3_io_methods disk_methods;

/// Whether the last lock of a watched file failed in this thread. Then SQLite does not sleep before it tries again.
extern _Thread_local bool is_busy;

/// Sets the file of each name on the disk. The caller has locked the disk.
void sync_folder(power_loss_disk *disk);

/// Counts a call that changes the disk. Returns whether there is power for it. The caller has locked the disk.
bool use_power(power_loss_disk *disk);

#endif

#include "PowerLossVFS.h"

// The package has SQLite only with some of its traits.
#if defined(MILLRACE_SQLITE)

#include "Disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const suffixes[KINDS] = {"", "-wal", "-journal"};

static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER;
static power_loss_disk *all;
static sqlite3_vfs *base_vfs;
static sqlite3_vfs disk_vfs;

// MARK: The disk

static void release_locked(power_loss_disk *disk) {
    if (--disk->references > 0) return;
    for (power_loss_disk **link = &all; *link != NULL; link = &(*link)->next) {
        if (*link != disk) continue;
        *link = disk->next;
        break;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        free(disk->entries[kind].path);
        inode_release(disk->entries[kind].current);
        inode_release(disk->entries[kind].synced);
    }
    pthread_mutex_destroy(&disk->mutex);
    free(disk);
}

void disk_release(power_loss_disk *disk) {
    pthread_mutex_lock(&all_mutex);
    release_locked(disk);
    pthread_mutex_unlock(&all_mutex);
}

/// Returns the disk that watches a path, and the kind of the file. The caller releases it.
static power_loss_disk *find(const char *path, int *kind) {
    power_loss_disk *found = NULL;
    pthread_mutex_lock(&all_mutex);
    for (power_loss_disk *disk = all; path != NULL && disk != NULL && found == NULL; disk = disk->next) {
        for (int number = 0; number < KINDS; number++) {
            if (strcmp(disk->entries[number].path, path) != 0) continue;
            found = disk;
            *kind = number;
            disk->references += 1;
            break;
        }
    }
    pthread_mutex_unlock(&all_mutex);
    return found;
}

void sync_folder(power_loss_disk *disk) {
    for (int kind = 0; kind < KINDS; kind++) {
        entry *entry = &disk->entries[kind];
        inode *old = entry->synced;
        entry->synced = inode_retain(entry->current);
        inode_release(old);
    }
}

bool use_power(power_loss_disk *disk) {
    if (disk->rest == 0) disk->has_power = false;
    if (disk->rest > 0) disk->rest -= 1;
    return disk->has_power;
}

// MARK: The file system

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result_flags) {
    (void)vfs;
    int kind = 0;
    power_loss_disk *disk = find(path, &kind);
    if (disk == NULL) return base_vfs->xOpen(base_vfs, path, file, flags, result_flags);
    disk_file *self = (disk_file *)file;
    *self = (disk_file){.disk = disk, .kind = kind};
    pthread_mutex_lock(&disk->mutex);
    int result = disk->has_power ? base_vfs->xOpen(base_vfs, path, real(self), flags, result_flags) : SQLITE_CANTOPEN;
    if (result == SQLITE_OK) {
        entry *entry = &disk->entries[kind];
        if (entry->current == NULL) entry->current = inode_create();
        self->node = inode_retain(entry->current);
        self->base.pMethods = &disk_methods;
        self->syncs_folder = kind > 0 && (flags & SQLITE_OPEN_CREATE) != 0;
    }
    pthread_mutex_unlock(&disk->mutex);
    if (result != SQLITE_OK) disk_release(disk);
    return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    int kind = 0;
    power_loss_disk *disk = find(path, &kind);
    if (disk == NULL) return base_vfs->xDelete(base_vfs, path, syncs);
    int result = SQLITE_IOERR_DELETE;
    pthread_mutex_lock(&disk->mutex);
    if (use_power(disk)) {
        result = base_vfs->xDelete(base_vfs, path, 0);
        inode_release(disk->entries[kind].current);
        disk->entries[kind].current = NULL;
        if (syncs) sync_folder(disk);
    }
    pthread_mutex_unlock(&disk->mutex);
    disk_release(disk);
    return result;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return is_busy ? microseconds : base_vfs->xSleep(base_vfs, microseconds);
}

static void register_vfs(void) {
    sqlite3_initialize();
    base_vfs = sqlite3_vfs_find(NULL);
    disk_vfs = *base_vfs;
    disk_vfs.zName = "power-loss";
    disk_vfs.pNext = NULL;
    disk_vfs.szOsFile = (int)sizeof(disk_file) + base_vfs->szOsFile;
    disk_vfs.xOpen = vfs_open;
    disk_vfs.xDelete = vfs_delete;
    disk_vfs.xSleep = vfs_sleep;
    sqlite3_vfs_register(&disk_vfs, 1);
}

/// Returns a file that exists; `NULL` if there is none.
static inode *load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    inode *node = inode_create();
    char bytes[4096];
    size_t size, offset = 0;
    while ((size = fread(bytes, 1, sizeof bytes, file)) > 0) {
        inode_change(node, bytes, size, offset);
        offset += size;
    }
    fclose(file);
    inode_sync(node);
    return node;
}

power_loss_disk *disk_create(const char *database, bool keeps_writes) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_vfs);
    power_loss_disk *disk = calloc(1, sizeof *disk);
    if (disk == NULL) abort();
    disk->references = 1;
    disk->keeps_writes = keeps_writes;
    disk->has_power = true;
    disk->rest = -1;
    pthread_mutex_init(&disk->mutex, NULL);
    for (int kind = 0; kind < KINDS; kind++) {
        entry *entry = &disk->entries[kind];
        entry->path = malloc(strlen(database) + strlen(suffixes[kind]) + 1);
        if (entry->path == NULL) abort();
        strcat(strcpy(entry->path, database), suffixes[kind]);
        entry->current = keeps_writes ? load(entry->path) : NULL;
        entry->synced = inode_retain(entry->current);
    }
    pthread_mutex_lock(&all_mutex);
    disk->next = all;
    all = disk;
    pthread_mutex_unlock(&all_mutex);
    return disk;
}

// MARK: Failures and counts

void disk_fail(power_loss_disk *disk, int files, int calls, int code, int effect, int64_t count) {
    pthread_mutex_lock(&disk->mutex);
    disk->failure.files = files;
    disk->failure.calls = calls;
    disk->failure.code = code;
    disk->failure.effect = effect;
    disk->failure.count = count;
    pthread_mutex_unlock(&disk->mutex);
}

void disk_lose_power(power_loss_disk *disk, int64_t calls) {
    pthread_mutex_lock(&disk->mutex);
    disk->rest = calls;
    pthread_mutex_unlock(&disk->mutex);
}

bool disk_has_power(power_loss_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    bool has_power = disk->has_power;
    pthread_mutex_unlock(&disk->mutex);
    return has_power;
}

static bool save(const inode *node, const char *path, uint64_t *random, unsigned chance) {
    remove(path);
    if (node == NULL) return true;
    content left = inode_lose_power(node, random, chance);
    FILE *file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(left.bytes, 1, left.size, file) == left.size;
    if (file != NULL && fclose(file) != 0) is_written = false;
    free(left.bytes);
    return is_written;
}

bool disk_save(power_loss_disk *disk, const char *database, uint64_t seed) {
    static const unsigned chances[] = {0, 32, 128, 224, 256};
    uint64_t random = seed;
    bool is_written = true;
    pthread_mutex_lock(&disk->mutex);
    unsigned chance = chances[next_random(&random) % 5];
    for (int kind = 0; kind < KINDS; kind++) {
        const entry *entry = &disk->entries[kind];
        const inode *left = next_random(&random) % 2 == 0 ? entry->current : entry->synced;
        size_t length = strlen(database) + strlen(suffixes[kind]) + 1;
        char *path = malloc(length);
        if (path == NULL) abort();
        snprintf(path, length, "%s%s", database, suffixes[kind]);
        is_written = save(left, path, &random, chance) && is_written;
        free(path);
    }
    pthread_mutex_unlock(&disk->mutex);
    return is_written;
}

/// Adds up a count of files.
#define SUM(name, count)                                                  \
    int64_t name(power_loss_disk *disk, int files) {                      \
        int64_t sum = 0;                                                  \
        pthread_mutex_lock(&disk->mutex);                                 \
        for (int kind = 0; kind < KINDS; kind++) {                        \
            if (files & (1 << kind)) sum += disk->entries[kind].count;    \
        }                                                                 \
        pthread_mutex_unlock(&disk->mutex);                               \
        return sum;                                                       \
    }

SUM(disk_read_bytes, read_bytes)
SUM(disk_written_bytes, written_bytes)
SUM(disk_syncs, syncs)

#endif

// The files of a disk.

#if defined(MILLRACE_SQLITE)

#include "Disk.h"

/// Calls a method of the file of the system.
#define REAL(file, method, ...) \
    (real((disk_file *)(file))->pMethods->method(real((disk_file *)(file)), ##__VA_ARGS__))

_Thread_local bool is_busy;

/// Returns whether a call fails, and its error.
static bool fails(power_loss_disk *disk, int kind, int call, int *code, int *effect) {
    if ((disk->failure.files & (1 << kind)) == 0 || (disk->failure.calls & call) == 0 || disk->failure.count <= 0) {
        return false;
    }
    disk->failure.count -= 1;
    *code = disk->failure.code;
    *effect = disk->failure.effect;
    return true;
}

static int disk_close(sqlite3_file *file) {
    disk_file *self = (disk_file *)file;
    int result = REAL(file, xClose);
    pthread_mutex_lock(&self->disk->mutex);
    inode_release(self->node);
    pthread_mutex_unlock(&self->disk->mutex);
    disk_release(self->disk);
    return result;
}

static int disk_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
    disk_file *self = (disk_file *)file;
    int code, effect = DISK_NOT_DONE;
    pthread_mutex_lock(&self->disk->mutex);
    bool has_failed = fails(self->disk, self->kind, DISK_READ, &code, &effect);
    bool has_power = self->disk->has_power;
    self->disk->entries[self->kind].read_bytes += size;
    pthread_mutex_unlock(&self->disk->mutex);
    if (!has_power) return SQLITE_IOERR_READ;
    return has_failed ? code : REAL(file, xRead, bytes, size, offset);
}

/// Writes bytes, or sets the size if they are `NULL`. The caller has locked the disk.
static int change_file(disk_file *self, const void *bytes, int size, sqlite3_int64 offset) {
    sqlite3_file *file = &self->base;
    int result = bytes == NULL ? REAL(file, xTruncate, offset) : REAL(file, xWrite, bytes, size, offset);
    if (result != SQLITE_OK) return result;
    if (self->disk->keeps_writes) inode_change(self->node, bytes, (size_t)size, (size_t)offset);
    self->disk->entries[self->kind].written_bytes += size;
    return SQLITE_OK;
}

/// Writes or truncates, if there is power and the call does not fail.
static int try_change(disk_file *self, int call, const void *bytes, int size, sqlite3_int64 offset) {
    power_loss_disk *disk = self->disk;
    int code, effect, result = SQLITE_IOERR_WRITE;
    pthread_mutex_lock(&disk->mutex);
    bool had_power = disk->has_power;
    if (!use_power(disk)) {
        // The last write can be on the disk, too.
        if (had_power && disk->keeps_writes) inode_change(self->node, bytes, (size_t)size, (size_t)offset);
    } else if (fails(disk, self->kind, call, &code, &effect)) {
        result = code;
        if (effect == DISK_HALF_DONE) change_file(self, bytes, size / 2, offset);
        if (effect == DISK_DONE) change_file(self, bytes, size, offset);
    } else {
        result = change_file(self, bytes, size, offset);
    }
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

static int disk_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    return try_change((disk_file *)file, DISK_WRITE, bytes, size, offset);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return try_change((disk_file *)file, DISK_TRUNCATE, NULL, 0, size);
}

static int disk_sync(sqlite3_file *file, int flags) {
    disk_file *self = (disk_file *)file;
    power_loss_disk *disk = self->disk;
    int code, effect = DISK_DONE, result = SQLITE_IOERR_FSYNC;
    pthread_mutex_lock(&disk->mutex);
    if (use_power(disk)) {
        result = fails(disk, self->kind, DISK_SYNC, &code, &effect) ? code : SQLITE_OK;
        if (effect == DISK_DONE) {
            inode_sync(self->node);
            if (self->syncs_folder) sync_folder(disk);
            self->syncs_folder = false;
            disk->entries[self->kind].syncs += 1;
        }
        if (effect == DISK_LOST) inode_forget(self->node);
    }
    pthread_mutex_unlock(&disk->mutex);
    // A real sync takes time, and the disk that loses power is in memory.
    return result == SQLITE_OK && !disk->keeps_writes ? REAL(file, xSync, flags) : result;
}

static int disk_file_size(sqlite3_file *file, sqlite3_int64 *size) { return REAL(file, xFileSize, size); }
static int disk_lock(sqlite3_file *file, int level) { return REAL(file, xLock, level); }
static int disk_unlock(sqlite3_file *file, int level) { return REAL(file, xUnlock, level); }
static int disk_check_lock(sqlite3_file *file, int *result) { return REAL(file, xCheckReservedLock, result); }

static int disk_control(sqlite3_file *file, int operation, void *argument) {
    disk_file *self = (disk_file *)file;
    int code = SQLITE_OK, effect = DISK_DONE;
    if (operation == SQLITE_FCNTL_COMMIT_PHASETWO) {
        pthread_mutex_lock(&self->disk->mutex);
        bool has_failed = fails(self->disk, self->kind, DISK_COMMITTED, &code, &effect);
        pthread_mutex_unlock(&self->disk->mutex);
        if (has_failed) return code;
    }
    return REAL(file, xFileControl, operation, argument);
}

static int disk_sector(sqlite3_file *file) { return REAL(file, xSectorSize); }
static int disk_device(sqlite3_file *file) { return REAL(file, xDeviceCharacteristics); }

static int disk_map(sqlite3_file *file, int page, int size, int extend, void volatile **result) {
    return REAL(file, xShmMap, page, size, extend, result);
}

static int disk_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    int result = REAL(file, xShmLock, offset, count, flags);
    if (flags & SQLITE_SHM_LOCK) is_busy = result == SQLITE_BUSY;
    return result;
}

static void disk_barrier(sqlite3_file *file) { REAL(file, xShmBarrier); }
static int disk_unmap(sqlite3_file *file, int deletes) { return REAL(file, xShmUnmap, deletes); }

// The version 2 has no files that are mapped into memory, which would be written without a call.
const sqlite3_io_methods disk_methods = {
    2, disk_close, disk_read, disk_write, disk_truncate, disk_sync, disk_file_size, disk_lock, disk_unlock, disk_check_lock,
    disk_control, disk_sector, disk_device, disk_map, disk_map_lock, disk_barrier, disk_unmap, NULL, NULL,
};

#endif

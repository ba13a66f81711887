#define _GNU_SOURCE
#include "Syncs.h"
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long count;
static atomic_uint delay;

long sync_count(void) { return atomic_load(&count); }

void set_sync_microseconds(unsigned int microseconds) { atomic_store(&delay, microseconds); }

// SQLite calls these functions of the program instead of those of the C library.
int fdatasync(int file) {
    atomic_fetch_add(&count, 1);
    if (atomic_load(&delay)) usleep(atomic_load(&delay));
    return (int)syscall(SYS_fdatasync, file);
}

int fsync(int file) {
    atomic_fetch_add(&count, 1);
    if (atomic_load(&delay)) usleep(atomic_load(&delay));
    return (int)syscall(SYS_fsync, file);
}

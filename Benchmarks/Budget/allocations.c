// Preloaded into a program, prints when it ends how many blocks it asked the allocator for, and how many bytes it still has.
// For Linux with the GNU C library.
#define _GNU_SOURCE
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>

static long made;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) { __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count(); return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count(); return __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}

__attribute__((destructor)) static void print_counts(void) {
    struct mallinfo2 info = mallinfo2();
    dprintf(2, "allocations %ld bytes %ld\n", made, (long)(info.uordblks + info.hblkhd));
}

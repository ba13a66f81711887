#include "counting.h"
#include <stdatomic.h>
#include <stddef.h>
#include <sys/resource.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

static atomic_long made;

long allocations_made(void) { return atomic_load_explicit(&made, memory_order_relaxed); }

#if defined(__GLIBC__)
// These functions replace those of the C library, and call them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) { atomic_fetch_add_explicit(&made, 1, memory_order_relaxed); }

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count(); return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count(); return __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}
long memory_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
int allocations_are_counted(void) { return 1; }
#else
long memory_in_use(void) { return 0; }
int allocations_are_counted(void) { return 0; }
#endif

long voluntary_context_switches(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) ? 0 : usage.ru_nvcsw;
}

double cpu_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage)) return 0;
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Returns free memory to the system.
#if defined(__GLIBC__)
void release_free_memory(void) { malloc_trim(0); }
#else
void release_free_memory(void) {}
#endif

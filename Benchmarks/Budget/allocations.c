// Preloaded into a program, prints when it ends how many blocks it asked the allocator for, and how many bytes it still has.
// For Linux with the GNU C library. The counting is that of the benchmarks.
#include "../Sources/Counting/counting.c"

#include <stdio.h>

__attribute__((destructor)) static void print_counts(void) {
    dprintf(2, "allocations %ld bytes %ld\n", allocations_made(), memory_in_use());
}

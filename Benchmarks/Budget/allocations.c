// Preloaded into a program. Prints the number of allocations and the allocated bytes when the program ends. For Linux with the
// GNU C library. Uses the counters of the benchmarks.
#include "../Sources/Counting/counting.c"

#include <stdio.h>

__attribute__((destructor)) static void print_counts(void) {
    dprintf(2, "allocations %ld bytes %ld\n", allocations_made(), memory_in_use());
}

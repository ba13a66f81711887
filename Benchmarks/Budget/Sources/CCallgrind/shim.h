#include <valgrind/callgrind.h>

/// Starts to count, if the process runs in callgrind. Until then, callgrind runs it several times faster.
static inline void callgrind_start_instrumentation(void) {
    CALLGRIND_START_INSTRUMENTATION;
}

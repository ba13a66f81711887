/// The number of allocations of this process, on all threads. Always 0 if they cannot be counted.
long allocations_made(void);
/// Whether allocations are counted on this system.
int allocations_are_counted(void);
/// The number of allocated bytes, on all threads. Always 0 if it is unknown.
long memory_in_use(void);
/// How often a thread of this process has waited.
long voluntary_context_switches(void);
/// Returns free memory to the system, if this is supported.
void release_free_memory(void);
/// The CPU time of this process in seconds, on all threads.
double cpu_seconds(void);

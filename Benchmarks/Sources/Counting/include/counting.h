/// How many blocks this process has asked the allocator for, on every thread; 0 for ever where it cannot be counted.
long allocations_made(void);
/// Whether allocations are counted on this system.
int allocations_are_counted(void);
/// How many bytes are allocated and not freed, on every thread; 0 for ever where it cannot be said.
long memory_in_use(void);
/// How often a thread of this process has gone to sleep until something woke it.
long sleeps_until_now(void);
/// Gives what has been freed back to the system, where that can be asked for.
void give_memory_back(void);
/// The seconds of the processor that this process has had, on every thread.
double processor_seconds(void);

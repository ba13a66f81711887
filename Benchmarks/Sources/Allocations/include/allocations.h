/// How many blocks this process has asked the allocator for, on every thread; 0 for ever where it cannot be counted.
long allocations_made(void);
/// Whether allocations are counted on this system.
int allocations_are_counted(void);

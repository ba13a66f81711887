/// Returns the number of times that this process has written a file to its disk.
long sync_count(void);
/// Makes each of them take at least this many microseconds.
void set_sync_microseconds(unsigned int microseconds);

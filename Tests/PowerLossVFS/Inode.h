// The content of a file, and what a loss of power leaves of it.

#ifndef INODE_H
#define INODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that can grow.
typedef struct {
    uint8_t *bytes;
    size_t size;
} content;

/// Sets the size. New bytes are zero.
void content_resize(content *content, size_t size);

/// A write, or a change of the size if it has no bytes.
typedef struct change {
    uint8_t *bytes;
    size_t offset, size;
    struct change *next;
} change;

/// A file, which can have no name any more.
typedef struct {
    int references;
    /// The content at the last sync.
    content synced;
    /// The changes since then, the oldest first.
    change *first, *last;
} inode;

inode *inode_create(void);
inode *inode_retain(inode *node);
void inode_release(inode *node);

/// Notes a write. Bytes that are `NULL` set the size to `offset`.
void inode_change(inode *node, const void *bytes, size_t size, size_t offset);

/// Drops all changes: they never reach the disk.
void inode_forget(inode *node);

/// Puts all changes on the disk.
void inode_sync(inode *node);

/// Returns what a loss of power leaves. The caller frees the bytes.
///
/// @param chance The chance of a change to be on the disk, in 256ths.
content inode_lose_power(const inode *node, uint64_t *random, unsigned chance);

/// Returns the next random number.
uint64_t next_random(uint64_t *state);

#endif

#include "Inode.h"

#include <stdlib.h>
#include <string.h>

static const size_t sector = 512;

static void *allocate(void *old, size_t size) {
    void *bytes = realloc(old, size > 0 ? size : 1);
    if (bytes == NULL) abort();
    return bytes;
}

void content_resize(content *content, size_t size) {
    if (size > content->size) {
        content->bytes = allocate(content->bytes, size);
        memset(content->bytes + content->size, 0, size - content->size);
    }
    content->size = size;
}

static void content_write(content *content, const uint8_t *bytes, size_t size, size_t offset) {
    if (offset + size > content->size) content_resize(content, offset + size);
    memcpy(content->bytes + offset, bytes, size);
}

inode *inode_create(void) {
    inode *node = allocate(NULL, sizeof *node);
    *node = (inode){.references = 1};
    return node;
}

inode *inode_retain(inode *node) {
    if (node != NULL) node->references += 1;
    return node;
}

void inode_forget(inode *node) {
    while (node->first != NULL) {
        change *next = node->first->next;
        free(node->first->bytes);
        free(node->first);
        node->first = next;
    }
    node->last = NULL;
}

void inode_release(inode *node) {
    if (node == NULL || --node->references > 0) return;
    inode_forget(node);
    free(node->synced.bytes);
    free(node);
}

void inode_change(inode *node, const void *bytes, size_t size, size_t offset) {
    change *new = allocate(NULL, sizeof *new);
    *new = (change){.offset = offset, .size = size};
    if (bytes != NULL) {
        new->bytes = allocate(NULL, size);
        memcpy(new->bytes, bytes, size);
    }
    if (node->last != NULL) node->last->next = new;
    else node->first = new;
    node->last = new;
}

void inode_sync(inode *node) {
    for (const change *change = node->first; change != NULL; change = change->next) {
        if (change->bytes == NULL) content_resize(&node->synced, change->offset);
        else content_write(&node->synced, change->bytes, change->size, change->offset);
    }
    inode_forget(node);
}

uint64_t next_random(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15;
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

content inode_lose_power(const inode *node, uint64_t *random, unsigned chance) {
    content left = {0};
    content_resize(&left, node->synced.size);
    if (left.size > 0) memcpy(left.bytes, node->synced.bytes, left.size);
    size_t end = 0;
    for (const change *change = node->first; change != NULL; change = change->next) {
        if (change->offset + change->size > end) end = change->offset + change->size;
    }
    // A sector that has lost a write has lost all later ones: the cache writes whole sectors.
    bool *lost = calloc(end / sector + 1, sizeof *lost);
    if (lost == NULL) abort();
    bool has_lost_size = false;
    for (const change *change = node->first; change != NULL; change = change->next) {
        if (change->bytes == NULL) {
            has_lost_size = has_lost_size || next_random(random) % 256 >= chance;
            if (!has_lost_size) content_resize(&left, change->offset);
            continue;
        }
        size_t done = 0;
        while (done < change->size) {
            size_t start = change->offset + done, number = start / sector;
            size_t length = (number + 1) * sector - start;
            if (length > change->size - done) length = change->size - done;
            lost[number] = lost[number] || next_random(random) % 256 >= chance;
            if (!lost[number]) content_write(&left, change->bytes + done, length, start);
            done += length;
        }
    }
    free(lost);
    return left;
}

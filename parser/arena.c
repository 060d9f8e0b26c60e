//go:build cgo

#include "arena.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

enum {
  chunk_bytes = 1 << 20,
  kept_bytes = 6 << 20,  // of chunks, beyond a reset
  grain = 8,             // pieces are multiples of it, and aligned so; the library needs no more
  classes = 128,         // pieces of up to classes * grain bytes are kept by size
  large_bytes = 1 << 15, // from here on a piece is a chunk of its own
};

// head stands in front of every piece.
typedef struct {
  uint32_t bytes; // without the head
  uint32_t from;
} head;

// Where a piece comes from. Those that are made while no arena is used come from the C library.
enum { from_library, from_chunk, from_large };

// chunk is a stretch that pieces are cut from, or one large piece.
typedef struct chunk {
  struct chunk *next, *prev;
  size_t bytes; // without this
} chunk;

typedef struct freed {
  struct freed *next;
} freed;

struct arena {
  chunk *first, *at; // stretches, and the one in use
  char *next, *end;  // of what is left of it
  chunk *large;
  freed *lists[classes + 1];
};

static _Thread_local arena *used;

// As the library does without an allocator of ours.
static void *checked(void *p, size_t bytes) {
  if (!p) {
    fprintf(stderr, "cudalint: out of memory: no %zu bytes\n", bytes);
    abort();
  }
  return p;
}

static void *headed(void *at, size_t bytes, uint32_t from) {
  head *h = at;
  h->bytes = (uint32_t)bytes;
  h->from = from;
  return h + 1;
}

// Goes on to the next stretch.
static void more(arena *a) {
  chunk **c = a->at ? &a->at->next : &a->first;
  if (!*c) {
    *c = checked(malloc(sizeof **c + chunk_bytes), chunk_bytes);
    (*c)->next = NULL;
    (*c)->bytes = chunk_bytes;
  }
  a->at = *c;
  a->next = (char *)(a->at + 1);
  a->end = a->next + a->at->bytes;
}

static void *large_piece(arena *a, size_t bytes) {
  chunk *c = checked(malloc(sizeof *c + sizeof(head) + bytes), bytes);
  c->bytes = bytes;
  c->prev = NULL;
  c->next = a->large;
  if (c->next) c->next->prev = c;
  a->large = c;
  return headed(c + 1, bytes, from_large);
}

static void *piece(size_t bytes) {
  arena *a = used;
  size_t n = bytes ? (bytes + grain - 1) / grain : 1;
  if (!a) return headed(checked(malloc(sizeof(head) + bytes), bytes), bytes, from_library);
  if (bytes >= large_bytes) return large_piece(a, bytes);
  if (n <= classes && a->lists[n]) {
    freed *f = a->lists[n];
    a->lists[n] = f->next;
    return f;
  }
  if ((size_t)(a->end - a->next) < n * grain + sizeof(head)) more(a);
  void *p = headed(a->next, n * grain, from_chunk);
  a->next = (char *)p + n * grain;
  return p;
}

static void *zeroed(size_t count, size_t size) { return memset(piece(count * size), 0, count * size); }

static void release(void *p) {
  if (!p) return;
  head *h = (head *)p - 1;
  size_t n = h->bytes / grain;
  if (h->from == from_library) {
    free(h);
  } else if (h->from == from_large) {
    chunk *c = (chunk *)h - 1;
    if (c->next) c->next->prev = c->prev;
    *(c->prev ? &c->prev->next : &used->large) = c->next;
    free(c);
  } else if (n <= classes) { // a larger one was an array that has grown, and will not be asked for again
    freed *f = p;
    f->next = used->lists[n];
    used->lists[n] = f;
  }
}

static void *resized(void *p, size_t bytes) {
  if (!p) return piece(bytes);
  size_t had = ((head *)p - 1)->bytes;
  if (bytes <= had) return p;
  void *q = memcpy(piece(bytes), p, had);
  release(p);
  return q;
}

// Before main, so that no piece is older.
__attribute__((constructor)) static void install(void) { ts_set_allocator(piece, zeroed, resized, release); }

arena *arena_new(void) { return calloc(1, sizeof(arena)); }

void arena_use(arena *a) { used = a; }

void arena_reset(arena *a) {
  for (chunk *c = a->large, *next; c; c = next) {
    next = c->next;
    free(c);
  }
  size_t kept = 0;
  for (chunk **c = &a->first; *c;) {
    chunk *gone = *c;
    if (kept < kept_bytes) {
      kept += gone->bytes;
      c = &gone->next;
    } else {
      *c = gone->next;
      free(gone);
    }
  }
  arena empty = {.first = a->first};
  *a = empty;
}

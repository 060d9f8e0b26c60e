#ifndef CUDALINT_ARENA_H
#define CUDALINT_ARENA_H

// Memory for one parse. The library makes and frees several small pieces for every node, and all that is left goes at the same
// time: pieces are cut from large chunks, those that are freed are kept by size and handed out again, and arena_reset takes
// everything back at once.
typedef struct arena arena;

// NULL when memory ran out.
arena *arena_new(void);

// Takes back all pieces. Chunks are kept for the next parse, up to a few MB.
void arena_reset(arena *);

// Makes the library allocate from a in the calling thread, until this is called with NULL. What it allocates then must not be
// touched outside.
void arena_use(arena *a);

#endif

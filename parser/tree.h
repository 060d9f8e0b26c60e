#ifndef CUDALINT_TREE_H
#define CUDALINT_TREE_H

#include <stdint.h>

// One node of the flat tree, in preorder. Its first child, if last > its index + 1, follows it; its next sibling is at last.
typedef struct {
  uint32_t start, end;   // bytes
  int32_t last;          // index behind its subtree
  int32_t parent;        // -1 for the root
  uint16_t kind, field;  // in the numbering of the tables given to flat_init
  uint32_t flags;        // FLAT_*; of a missing node the symbol in the upper half
} flat_node;

enum {
  FLAT_MISSING = 1,  // not in the text, put in by the parser
  FLAT_ERROR = 2,    // an ERROR node
  FLAT_BROKEN = 4,   // holds one of the two, at any depth
};

// Kinds with a meaning in C: the copy leaves out FLAT_DROP tokens (unless in a field, missing or straight under an error).
enum { FLAT_DROP = 0 };

typedef struct {
  flat_node *nodes;  // NULL when time or memory ran out
  uint32_t count;
  int late;          // time ran out
  uint64_t micros;   // of processor time that were used
} flat_tree;

// Number of symbols and fields of the grammar, and their names; is_named tells rules from literal tokens.
uint32_t flat_symbols(void);
const char *flat_symbol_name(uint32_t symbol);
int flat_symbol_is_named(uint32_t symbol);
uint32_t flat_fields(void);
const char *flat_field_name(uint32_t field);

// What a parse needs of memory, kept for the next one; for one thread at a time.
typedef struct flat_store flat_store;

// NULL when memory ran out.
flat_store *flat_store_new(void);

// Frees what only a large file needs.
void flat_rest(flat_store *);

// Parses text, for at most micros microseconds of processor time. kinds and fields translate symbols and field ids. The nodes are the store's, valid
// until it is used again or rests.
flat_tree flat_parse(flat_store *, const char *text, uint32_t length, const uint16_t *kinds, const uint16_t *fields,
                     uint16_t error_kind, uint64_t micros);

#endif

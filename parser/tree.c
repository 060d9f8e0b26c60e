//go:build cgo

#define _POSIX_C_SOURCE 200809L // for clock_gettime

#include "tree.h"

#include "arena.h"

#include <stdbool.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

// What is used of the library; the definitions come in with the Go packages that tree.go imports blank.
typedef struct ts_language ts_language;
typedef struct ts_parser ts_parser;
typedef struct ts_tree ts_tree;
typedef struct { uint32_t context[4]; const void *id; const ts_tree *tree; } ts_node;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } ts_cursor;

extern ts_language *tree_sitter_cpp(void);
extern ts_parser *ts_parser_new(void);
extern bool ts_parser_set_language(ts_parser *, const ts_language *);
extern void ts_parser_set_timeout_micros(ts_parser *, uint64_t);
extern ts_tree *ts_parser_parse_string(ts_parser *, const ts_tree *, const char *, uint32_t);
extern ts_node ts_tree_root_node(const ts_tree *);
extern uint16_t ts_node_symbol(ts_node);
extern uint32_t ts_node_start_byte(ts_node);
extern uint32_t ts_node_end_byte(ts_node);
extern bool ts_node_is_missing(ts_node);
extern ts_cursor ts_tree_cursor_new(ts_node);
extern ts_node ts_tree_cursor_current_node(const ts_cursor *);
extern uint16_t ts_tree_cursor_current_field_id(const ts_cursor *);
extern bool ts_tree_cursor_goto_parent(ts_cursor *);
extern bool ts_tree_cursor_goto_next_sibling(ts_cursor *);
extern bool ts_tree_cursor_goto_first_child(ts_cursor *);
extern uint32_t ts_language_symbol_count(const ts_language *);
extern const char *ts_language_symbol_name(const ts_language *, uint16_t);
extern int ts_language_symbol_type(const ts_language *, uint16_t);
extern uint32_t ts_language_field_count(const ts_language *);
extern const char *ts_language_field_name_for_id(const ts_language *, uint16_t);

enum { error_symbol = 0xFFFF };

uint32_t flat_symbols(void) { return ts_language_symbol_count(tree_sitter_cpp()); }

const char *flat_symbol_name(uint32_t symbol) { return ts_language_symbol_name(tree_sitter_cpp(), symbol); }

int flat_symbol_is_named(uint32_t symbol) { return ts_language_symbol_type(tree_sitter_cpp(), symbol) == 0; }

uint32_t flat_fields(void) { return ts_language_field_count(tree_sitter_cpp()); }

const char *flat_field_name(uint32_t field) { return ts_language_field_name_for_id(tree_sitter_cpp(), field); }

struct flat_store {
  arena *arena;
  flat_node *nodes; // used again and again
  uint32_t capacity;
};

enum { kept_nodes = 1 << 16 };

flat_store *flat_store_new(void) {
  flat_store *s = calloc(1, sizeof *s);
  if (s && !(s->arena = arena_new())) {
    free(s);
    return NULL;
  }
  return s;
}

void flat_rest(flat_store *s) {
  if (s->capacity <= kept_nodes) return;
  free(s->nodes);
  s->nodes = NULL;
  s->capacity = 0;
}

// Makes room for so many nodes. Returns false when memory ran out.
static bool grow(flat_store *s, uint32_t wanted) {
  if (wanted <= s->capacity) return true;
  flat_node *grown = realloc(s->nodes, (size_t)wanted * sizeof *grown);
  if (!grown) return false;
  s->nodes = grown;
  s->capacity = wanted;
  return true;
}

// Appends a node and returns its index, or -1 when memory ran out.
static int32_t append(flat_tree *t, flat_store *s, flat_node n) {
  if (t->count == s->capacity) {
    if (!grow(s, s->capacity * 2)) return -1;
    t->nodes = s->nodes;
  }
  t->nodes[t->count] = n;
  return (int32_t)t->count++;
}

// Walks the tree once. Returns false when memory ran out.
static bool copy(flat_tree *t, ts_cursor *at, flat_store *s, const uint16_t *kinds, const uint16_t *fields, uint16_t error_kind) {
  int32_t parent = -1;
  for (;;) {
    ts_node n = ts_tree_cursor_current_node(at);
    uint16_t symbol = ts_node_symbol(n);
    flat_node f = {.start = ts_node_start_byte(n), .end = ts_node_end_byte(n), .parent = parent};
    if (symbol == error_symbol) {
      f.kind = error_kind;
      f.flags = FLAT_ERROR | FLAT_BROKEN;
    } else {
      f.kind = kinds[symbol];
      if (f.start == f.end && ts_node_is_missing(n)) f.flags = FLAT_MISSING | FLAT_BROKEN | (uint32_t)symbol << 16;
    }
    f.field = fields[ts_tree_cursor_current_field_id(at)];
    int32_t index = -1;
    if (f.kind != FLAT_DROP || f.field || f.flags || (parent >= 0 && t->nodes[parent].flags & FLAT_ERROR)) {
      index = append(t, s, f);
      if (index < 0) return false;
    }
    if (index >= 0 && ts_tree_cursor_goto_first_child(at)) {
      parent = index;
      continue;
    }
    if (index >= 0) {
      t->nodes[index].last = (int32_t)t->count;
      if (parent >= 0) t->nodes[parent].flags |= f.flags & FLAT_BROKEN;
    }
    while (parent >= 0 && !ts_tree_cursor_goto_next_sibling(at)) {
      ts_tree_cursor_goto_parent(at);
      flat_node *p = &t->nodes[parent];
      p->last = (int32_t)t->count;
      parent = p->parent;
      if (parent >= 0) t->nodes[parent].flags |= p->flags & FLAT_BROKEN;
    }
    if (parent < 0) return true;
  }
}

// busy_micros is the processor time of this thread.
static uint64_t busy_micros(void) {
#ifdef _WIN32
  FILETIME made, ended, kernel, user;
  GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user);
  uint64_t k = (uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime;
  uint64_t u = (uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime;
  return (k + u) / 10;
#else
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
#endif
}

// parse_busy parses for at most micros of processor time. The library stops by the clock on the wall, and goes on where it stopped
// when it is called again.
static ts_tree *parse_busy(ts_parser *parser, const char *text, uint32_t length, uint64_t micros) {
  uint64_t start = busy_micros();
  for (uint64_t used = 0; used < micros; used = busy_micros() - start) {
    uint64_t left = micros - used;
    ts_parser_set_timeout_micros(parser, left < 1000 ? 1000 : left);
    ts_tree *tree = ts_parser_parse_string(parser, NULL, text, length);
    if (tree) return tree;
  }
  return NULL;
}

flat_tree flat_parse(flat_store *s, const char *text, uint32_t length, const uint16_t *kinds, const uint16_t *fields,
                     uint16_t error_kind, uint64_t micros) {
  flat_tree t = {0};
  uint64_t start = busy_micros();
  arena_use(s->arena);
  ts_parser *parser = ts_parser_new();
  ts_tree *tree = NULL;
  if (ts_parser_set_language(parser, tree_sitter_cpp())) {
    tree = parse_busy(parser, text, length, micros);
    t.late = !tree;
  }
  if (tree && grow(s, length / 4 + 64)) {
    t.nodes = s->nodes;
    ts_cursor at = ts_tree_cursor_new(ts_tree_root_node(tree));
    if (!copy(&t, &at, s, kinds, fields, error_kind)) t.nodes = NULL;
  }
  // Neither the cursor, the tree nor the parser is deleted: they go with the arena, at once.
  arena_use(NULL);
  arena_reset(s->arena);
  t.micros = busy_micros() - start;
  return t;
}

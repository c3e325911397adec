// Elimination order and fill-in of the system of kkt.h.
//
// A spanning tree of the joints is built from the ground, breadth first. Bodies are eliminated from the leaves to the
// root, each followed by the joint towards the root: a tree has no fill-in, and the work is proportional to its size.
// When such a joint is eliminated, its pivot is the mobility of a floating subtree, which is never singular.
//
// A joint that closes a loop is eliminated after all tree joints of the loop. Its pivot is then the remainder of its
// rows when the rest of the loop is satisfied; where that vanishes the row is redundant and its couplings vanish too.
// (Eliminated earlier, as minimum degree would, it can have a zero pivot with large couplings: a penalty of 1/E and a
// loss of all digits.)
#include "base/alloc.h"
#include "base/arena.h"
#include "solve/kkt.h"

#include <stdlib.h>
#include <string.h>

typedef struct tree {
    int64_t nbody;
    const ab_kkt_joint *joint;
    int64_t nlink;
    int64_t *first; // joints of body i are at[first[i]] ... at[first[i + 1] - 1]   (nbody + 1)
    int64_t *at;
    int64_t *queue; // bodies in the order they were reached
    int64_t *turn;  // position of a body in the queue, -1 = not reached yet
    int64_t *up;    // tree joint of a body towards the root, -1 = floating root
    int64_t reached;
} tree;

static int64_t other_end(const tree *t, int64_t joint, int64_t body) {
    return t->joint[joint].a == body ? t->joint[joint].b : t->joint[joint].a;
}

static void list_joints(tree *t) {
    for (int64_t i = 0; i < t->nlink; i++) {
        if (t->joint[i].a >= 0) t->first[t->joint[i].a + 1]++;
        if (t->joint[i].b >= 0) t->first[t->joint[i].b + 1]++;
    }
    for (int64_t i = 0; i < t->nbody; i++) t->first[i + 1] += t->first[i];
    int64_t *next = t->turn; // unused until the tree is built
    memcpy(next, t->first, (size_t)t->nbody * sizeof *next);
    for (int64_t i = 0; i < t->nlink; i++) {
        if (t->joint[i].a >= 0) t->at[next[t->joint[i].a]++] = i;
        if (t->joint[i].b >= 0) t->at[next[t->joint[i].b]++] = i;
    }
}

static void reach(tree *t, int64_t body, int64_t joint) {
    if (body < 0 || t->turn[body] >= 0) return;
    t->turn[body] = t->reached;
    t->up[body] = joint;
    t->queue[t->reached++] = body;
}

static void grow_tree(tree *t) {
    for (int64_t i = 0; i < t->nbody; i++) t->turn[i] = -1;
    for (int64_t i = 0; i < t->nlink; i++) {
        if (t->joint[i].a < 0) reach(t, t->joint[i].b, i);
        if (t->joint[i].b < 0) reach(t, t->joint[i].a, i);
    }
    int64_t done = 0, root = 0;
    while (done < t->nbody) {
        if (done == t->reached) {
            while (t->turn[root] >= 0) root++;
            reach(t, root, -1);
        }
        const int64_t body = t->queue[done++];
        for (int64_t k = t->first[body]; k < t->first[body + 1]; k++) reach(t, other_end(t, t->at[k], body), t->at[k]);
    }
}

static int64_t parent_of(const tree *t, int64_t body) { return t->up[body] < 0 ? -1 : other_end(t, t->up[body], body); }

// Body whose tree joint is the last of the loop to be eliminated: follows both ends towards the root, always the one
// reached later, until they meet; the last steps are the joints next to the meeting point.
static int64_t last_of_loop(const tree *t, int64_t p, int64_t q) {
    int64_t last = -1;
    while (p != q) {
        const bool walk_p = q < 0 || (p >= 0 && t->turn[p] > t->turn[q]);
        const int64_t here = walk_p ? p : q;
        if (last < 0 || t->turn[here] < t->turn[last]) last = here;
        const int64_t next = parent_of(t, here);
        if (walk_p)
            p = next;
        else
            q = next;
    }
    return last;
}

// ------------------------------------------------------------------------------------------------------ nodes

typedef struct closing {
    int64_t *head; // first loop joint to be eliminated after a body, -1 = none   (nbody)
    int64_t *next; // (njoint)
} closing;

static void find_loops(const tree *t, closing *c) {
    for (int64_t i = 0; i < t->nbody; i++) c->head[i] = -1;
    for (int64_t i = t->nlink - 1; i >= 0; i--) {
        const ab_kkt_joint *l = &t->joint[i];
        if ((l->a >= 0 && t->up[l->a] == i) || (l->b >= 0 && t->up[l->b] == i)) continue;
        const int64_t body = last_of_loop(t, l->a, l->b);
        c->next[i] = c->head[body];
        c->head[body] = i;
    }
}

static void add_body(ab_kkt *k, int64_t body) {
    k->size[k->nnode] = k->block[body].size;
    k->sign[k->nnode] = 1;
    k->body_node[body] = k->nnode++;
}

static void add_joint(ab_kkt *k, int64_t joint) {
    k->size[k->nnode] = k->joint[joint].rows;
    k->sign[k->nnode] = -1;
    k->row_of[k->nnode] = k->joint[joint].first;
    k->joint_node[joint] = k->nnode++;
}

static void order_nodes(ab_kkt *k, const tree *t, const closing *c) {
    for (int64_t i = t->nbody - 1; i >= 0; i--) {
        const int64_t body = t->queue[i], up = t->up[body];
        add_body(k, body);
        if (up >= 0) add_joint(k, up);
        for (int64_t l = c->head[body]; l >= 0; l = c->next[l]) {
            k->closing[k->nnode] = 1;
            add_joint(k, l);
        }
    }
}

static abut_status make_tree(ab_ctx *cx, ab_arena *arena, tree *t) {
    AB_TRY(AB_TAKE(cx, arena, &t->first, t->nbody + 1));
    AB_TRY(AB_TAKE(cx, arena, &t->at, 2 * t->nlink));
    AB_TRY(AB_TAKE(cx, arena, &t->queue, t->nbody));
    AB_TRY(AB_TAKE(cx, arena, &t->turn, t->nbody));
    AB_TRY(AB_TAKE(cx, arena, &t->up, t->nbody));
    memset(t->first, 0, (size_t)(t->nbody + 1) * sizeof *t->first);
    list_joints(t);
    grow_tree(t);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- fill

// Finished columns, listed by the first node they update: their blocks are passed on to that node's column.
typedef struct fill {
    int64_t *head, *next; // (nnode)
    int64_t *mark;        // last column in which a node was found   (nnode)
    int64_t *pair;        // later nodes that a joint connects to a node   (2 njoint)
    int64_t *first;       // first of a node's pairs   (nnode + 1)
} fill;

static void pair_up(const ab_kkt *k, fill *f, int pass, int64_t *at) {
    for (int64_t i = 0; i < k->njoint; i++) {
        const int64_t ends[2] = {k->joint[i].a, k->joint[i].b};
        for (int e = 0; e < 2; e++) {
            if (ends[e] < 0) continue;
            const int64_t x = k->body_node[ends[e]], y = k->joint_node[i];
            const int64_t early = x < y ? x : y, late = x < y ? y : x;
            if (pass == 0)
                f->first[early + 1]++;
            else
                f->pair[at[early]++] = late;
        }
    }
}

static abut_status make_fill(ab_ctx *cx, ab_arena *arena, const ab_kkt *k, fill *f) {
    AB_TRY(AB_TAKE(cx, arena, &f->head, k->nnode));
    AB_TRY(AB_TAKE(cx, arena, &f->next, k->nnode));
    AB_TRY(AB_TAKE(cx, arena, &f->mark, k->nnode));
    AB_TRY(AB_TAKE(cx, arena, &f->pair, 2 * k->njoint));
    AB_TRY(AB_TAKE(cx, arena, &f->first, k->nnode + 1));
    memset(f->first, 0, (size_t)(k->nnode + 1) * sizeof *f->first);
    pair_up(k, f, 0, NULL);
    for (int64_t i = 0; i < k->nnode; i++) f->first[i + 1] += f->first[i];
    int64_t *at = f->next; // unused until the columns are built
    memcpy(at, f->first, (size_t)k->nnode * sizeof *at);
    pair_up(k, f, 1, at);
    for (int64_t i = 0; i < k->nnode; i++) f->head[i] = f->mark[i] = -1;
    return ABUT_OK;
}

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static abut_status add_block(ab_ctx *cx, ab_kkt *k, fill *f, int64_t column, int64_t later) {
    if (later == column || f->mark[later] == column) return ABUT_OK;
    f->mark[later] = column;
    AB_TRY(AB_GROW(cx, &k->after, &k->after_capacity, k->nblock + 1));
    k->after[k->nblock++] = later;
    return ABUT_OK;
}

static abut_status make_column(ab_ctx *cx, ab_kkt *k, fill *f, int64_t column) {
    k->first[column] = k->nblock;
    for (int64_t i = f->first[column]; i < f->first[column + 1]; i++) AB_TRY(add_block(cx, k, f, column, f->pair[i]));
    for (int64_t c = f->head[column]; c >= 0; c = f->next[c])
        for (int64_t i = k->first[c]; i < k->first[c + 1]; i++) AB_TRY(add_block(cx, k, f, column, k->after[i]));
    const int64_t count = k->nblock - k->first[column];
    if (count == 0) return ABUT_OK;
    int64_t *later = k->after + k->first[column];
    qsort(later, (size_t)count, sizeof *later, ascending);
    f->next[column] = f->head[later[0]];
    f->head[later[0]] = column;
    return ABUT_OK;
}

static int64_t find_block(const ab_kkt *k, int64_t column, int64_t later) {
    int64_t low = k->first[column], high = k->first[column + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (k->after[middle] < later)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Destinations of the products of two blocks of a column.
static abut_status find_targets(ab_ctx *cx, ab_kkt *k) {
    for (int64_t c = 0; c < k->nnode; c++) {
        k->first_target[c] = k->ntarget;
        const int64_t count = k->first[c + 1] - k->first[c];
        AB_TRY(AB_GROW(cx, &k->target, &k->target_capacity, k->ntarget + count * (count - 1) / 2));
        for (int64_t i = k->first[c]; i < k->first[c + 1]; i++)
            for (int64_t j = i + 1; j < k->first[c + 1]; j++)
                k->target[k->ntarget++] = find_block(k, k->after[i], k->after[j]);
    }
    k->first_target[k->nnode] = k->ntarget;
    return ABUT_OK;
}

static int64_t block_of(const ab_kkt *k, int64_t joint, int32_t body) {
    if (body < 0) return -1;
    const int64_t x = k->body_node[body], y = k->joint_node[joint];
    return x < y ? find_block(k, x, y) : find_block(k, y, x);
}

static abut_status find_fill(ab_ctx *cx, ab_arena *arena, ab_kkt *k) {
    fill f;
    AB_TRY(make_fill(cx, arena, k, &f));
    for (int64_t c = 0; c < k->nnode; c++) {
        AB_TRY(make_column(cx, k, &f, c));
        k->first[c + 1] = k->nblock;
    }
    AB_TRY(find_targets(cx, k));
    for (int64_t i = 0; i < k->njoint; i++) {
        k->block_a[i] = block_of(k, i, k->joint[i].a);
        k->block_b[i] = block_of(k, i, k->joint[i].b);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- plan

static abut_status make_room(ab_ctx *cx, ab_kkt *k) {
    const int64_t nodes = k->nbody + k->njoint;
    AB_TRY(AB_ALLOC(cx, &k->block, k->nbody));
    AB_TRY(AB_ALLOC(cx, &k->joint, k->njoint));
    AB_TRY(AB_ALLOC(cx, &k->size, nodes));
    AB_TRY(AB_ALLOC(cx, &k->sign, nodes));
    AB_TRY(AB_ALLOC(cx, &k->row_of, nodes));
    AB_TRY(AB_ALLOC(cx, &k->closing, nodes));
    AB_TRY(AB_ALLOC(cx, &k->articulated_of, nodes));
    AB_TRY(AB_ALLOC(cx, &k->body_node, k->nbody));
    AB_TRY(AB_ALLOC(cx, &k->joint_node, k->njoint));
    AB_TRY(AB_ALLOC(cx, &k->first, nodes + 1));
    AB_TRY(AB_ALLOC(cx, &k->first_target, nodes + 1));
    AB_TRY(AB_ALLOC(cx, &k->block_a, k->njoint));
    AB_TRY(AB_ALLOC(cx, &k->block_b, k->njoint));
    AB_TRY(AB_ALLOC(cx, &k->diagonal, nodes * AB_KKT_BLOCK_SIZE));
    AB_TRY(AB_ALLOC(cx, &k->work, nodes * AB_KKT_STRIDE));
    AB_TRY(AB_ALLOC(cx, &k->scale, k->nrow));
    AB_TRY(AB_ALLOC(cx, &k->redundant, k->nrow));
    return AB_ALLOC(cx, &k->pivot, k->nrow);
}

static bool ends_rigid(const ab_kkt *k, const ab_kkt_joint *l) {
    return (l->a < 0 || k->block[l->a].kind == AB_DOF_RIGID) && (l->b < 0 || k->block[l->b].kind == AB_DOF_RIGID);
}

// True for a rigid body whose only later neighbour is the following hinge, which has at most another rigid body as
// later neighbour.
static bool is_articulated(const ab_kkt *k, int64_t node, const ab_kkt_joint *l) {
    if (!l->hinge || node == 0 || k->closing[node] || k->sign[node - 1] < 0 || !ends_rigid(k, l)) return false;
    const bool alone = k->first[node] - k->first[node - 1] == 1 && k->after[k->first[node - 1]] == node;
    const int64_t later = k->first[node + 1] - k->first[node];
    return alone && (later == 0 || (later == 1 && k->sign[k->after[k->first[node]]] > 0));
}

static abut_status find_articulated(ab_ctx *cx, ab_kkt *k) {
    for (int64_t i = 0; i < k->nnode; i++) k->articulated_of[i] = -1;
    AB_TRY(AB_ALLOC(cx, &k->articulated, k->njoint));
    for (int64_t i = 0; i < k->njoint; i++) {
        const ab_kkt_joint *l = &k->joint[i];
        const int64_t node = k->joint_node[i];
        if (!is_articulated(k, node, l)) continue;
        const bool side_a = l->a >= 0 && k->body_node[l->a] == node - 1;
        const int64_t parent = k->first[node + 1] > k->first[node] ? k->after[k->first[node]] : -1;
        k->articulated_of[node - 1] = (int32_t)k->narticulated;
        k->articulated[k->narticulated++] =
            (ab_articulated){.joint = i, .parent = parent, .side_a = side_a, .sign = side_a ? -1 : 1};
    }
    return ABUT_OK;
}

static void set_blocks(ab_kkt *k, const ab_dof_block *block) {
    for (int64_t i = 0; i < k->nbody; i++) {
        k->block[i] = block ? block[i] : ab_dof_rigid(k->ndof);
        k->ndof += k->block[i].size;
    }
}

static abut_status plan(ab_ctx *cx, ab_arena *arena, ab_kkt *k, const ab_dof_block *block, const ab_kkt_joint *joint) {
    AB_TRY(make_room(cx, k));
    set_blocks(k, block);
    memcpy(k->joint, joint, (size_t)k->njoint * sizeof *joint);
    tree t = {.nbody = k->nbody, .joint = joint, .nlink = k->njoint};
    closing c;
    AB_TRY(make_tree(cx, arena, &t));
    AB_TRY(AB_TAKE(cx, arena, &c.head, k->nbody));
    AB_TRY(AB_TAKE(cx, arena, &c.next, k->njoint));
    find_loops(&t, &c);
    order_nodes(k, &t, &c);
    for (int64_t i = 0; i < k->nrow; i++) k->pivot[i] = 1;
    AB_TRY(find_fill(cx, arena, k));
    AB_TRY(find_articulated(cx, k));
    return AB_ALLOC(cx, &k->column, k->nblock * AB_KKT_BLOCK_SIZE);
}

abut_status ab_kkt_plan(ab_ctx *cx, ab_kkt *kkt, int64_t nbody, const ab_dof_block *block, const ab_kkt_joint *joint,
                        int64_t nlink) {
    ab_kkt_free(cx, kkt);
    kkt->nbody = nbody;
    kkt->njoint = nlink;
    for (int64_t i = 0; i < nlink; i++) kkt->nrow += joint[i].rows;
    ab_arena arena = {0};
    const abut_status status = nlink > 0 ? plan(cx, &arena, kkt, block, joint) : ABUT_OK;
    ab_arena_free(cx, &arena);
    return status;
}

void ab_kkt_free(ab_ctx *cx, ab_kkt *kkt) {
    void *const memory[] = {kkt->block,          kkt->joint,      kkt->size,       kkt->sign,      kkt->row_of,
                            kkt->closing,        kkt->body_node,  kkt->joint_node, kkt->first,     kkt->after,
                            kkt->first_target,   kkt->target,     kkt->block_a,    kkt->block_b,   kkt->diagonal,
                            kkt->column,         kkt->scale,      kkt->pivot,      kkt->redundant, kkt->work,
                            kkt->articulated_of, kkt->articulated};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) ab_free(cx, memory[i]);
    *kkt = (ab_kkt){0};
}

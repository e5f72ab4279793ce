/* Counts the ways to place n queens, by the bitmask search as the best programs
 * have it that go from board to board: the queens of the four border lines come
 * first, one choice of them for all that turning and mirroring makes of it; the
 * rows between are filled one by one, and a row that would be left without a
 * square is seen two rows ahead.
 *
 *     cc -O3 -march=native queens.c -o queens && ./queens 16
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 28 };

static int n;
static int rows;                 /* rows to fill */
static uint32_t blocked[MAX];    /* by the border queens, in each of them */
static int gap[MAX];             /* from each of them to the next */

/* fill counts the ways to fill the rows from i on. Sets of columns and of the
 * two kinds of diagonals are words, as row i meets them. */
static uint64_t fill(int i, uint32_t cols, uint32_t ld, uint32_t rd)
{
    uint64_t sum = 0;
    uint32_t open = ~(cols | ld | rd | blocked[i]);
    int last = rows - 1;

    if (i == last)
        return open != 0;
    int g = gap[i];
    if (i == last - 1) {
        for (; open; open &= open - 1) {
            uint32_t b = open & -open;
            sum += ~(cols | b | (ld | b) << g | (rd | b) >> g | blocked[last]) != 0;
        }
        return sum;
    }
    int g2 = g + gap[i + 1];
    for (; open; open &= open - 1) {
        uint32_t b = open & -open, c = cols | b, l = ld | b, r = rd | b;
        if (~(c | l << g2 | r >> g2 | blocked[i + 2]))
            sum += fill(i + 1, c, l << g, r >> g);
    }
    return sum;
}

/* The border queens: columns in the top and bottom rows, rows in the left and
 * right columns. */
struct ring { int top, bottom, left, right; };

static uint32_t code(struct ring r) { return r.top | r.bottom << 8 | r.left << 16 | r.right << 24; }

/* orbit returns the number of different rings among the eight images of r, or 0
 * if one of them has a smaller code than r. */
static int orbit(struct ring r)
{
    uint32_t seen[8];
    int size = 0;
    for (int i = 0; i < 8; i++) {
        struct ring t = r;
        if (i & 4) t = (struct ring){ t.left, t.right, t.top, t.bottom };
        if (i & 2) t = (struct ring){ n - 1 - t.top, n - 1 - t.bottom, t.right, t.left };
        if (i & 1) t = (struct ring){ t.bottom, t.top, n - 1 - t.left, n - 1 - t.right };
        uint32_t c = code(t);
        if (c < code(r))
            return 0;
        int known = 0;
        for (int k = 0; k < size; k++)
            known |= seen[k] == c;
        if (!known)
            seen[size++] = c;
    }
    return size;
}

static uint64_t count(struct ring q)
{
    int row[4] = { 0, n - 1, q.left, q.right }, col[4] = { q.top, q.bottom, 0, n - 1 };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) {
            int down = row[i] - row[k], across = col[i] - col[k];
            if ((down || across) && (!down || !across || abs(down) == abs(across)))
                return 0;
        }
    int weight = orbit(q);
    if (!weight)
        return 0;
    uint32_t cols = ~0u << n;
    for (int i = 0; i < 4; i++)
        cols |= 1u << col[i];
    rows = 0;
    int before = 0;
    for (int r = 1; r < n - 1; r++) {
        if (r == q.left || r == q.right)
            continue;
        blocked[rows] = 0;
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < n; c++)
                if (abs(r - row[i]) == abs(c - col[i]))
                    blocked[rows] |= 1u << c;
        if (rows)
            gap[rows - 1] = r - before;
        before = r;
        rows++;
    }
    return weight * (rows ? fill(0, cols, 0, 0) : 1);
}

int main(int argc, char **argv)
{
    n = argc == 2 ? atoi(argv[1]) : 0;
    if (n < 4 || n > MAX) {
        fprintf(stderr, "usage: queens N, 4 to %d\n", MAX);
        return 2;
    }
    uint64_t sum = 0;
    for (int top = 0; top < n; top++)
        for (int bottom = 0; bottom < n; bottom++)
            for (int left = 0; left < n; left++)
                for (int right = 0; right < n; right++)
                    sum += count((struct ring){ top, bottom, left, right });
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}

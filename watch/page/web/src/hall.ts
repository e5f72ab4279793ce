// Why an all_different takes a value that no placement has: some variables have
// no more values among them than they are (a Hall set; P. Hall 1935), and need
// all of these for themselves. In Sudoku: naked pairs, hidden singles, and so on.

export interface HallSet {
  variables: number[]; // indices into what was given
  values: number[];
}

/** The most variables among which sets are looked for: all subsets of these are tried. */
const most = 12;

/**
 * The smallest set of variables that needs the value for itself, undefined if
 * there is none, or if there are too many variables or values to look.
 */
export function hallSet(value: number, domains: readonly (readonly number[])[]): HallSet | undefined {
  const all = [...new Set(domains.flat())].sort((a, b) => a - b);
  const wanted = all.indexOf(value);
  if (domains.length > most || all.length > 30 || wanted < 0) return undefined;
  const masks = domains.map((d) => d.reduce((m, x) => m | (1 << all.indexOf(x)), 0));
  let best = 0;
  let union = 0;
  for (let set = 1; set < 1 << domains.length; set++) {
    const size = bits(set);
    if (best !== 0 && size >= bits(best)) continue;
    let values = 0;
    for (let i = 0; i < masks.length; i++) if ((set >> i) & 1) values |= masks[i]!;
    if ((values >> wanted) & 1 && bits(values) === size) {
      best = set;
      union = values;
    }
  }
  if (best === 0) return undefined;
  return { variables: domains.flatMap((_, i) => ((best >> i) & 1 ? [i] : [])), values: all.filter((_, i) => (union >> i) & 1) };
}

function bits(x: number): number {
  let n = 0;
  for (; x !== 0; x &= x - 1) n++;
  return n;
}

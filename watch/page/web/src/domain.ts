// Domains of variables: sets of whole numbers, as lists of ranges in ascending
// order that neither touch nor overlap. They are never changed in place.

export type Range = readonly [first: number, last: number];
export type Domain = readonly Range[];

/** The number of values. */
export function size(d: Domain): number {
  let n = 0;
  for (const [first, last] of d) n += last - first + 1;
  return n;
}

/** The only value of d, undefined if it has none or several. */
export function single(d: Domain | null | undefined): number | undefined {
  return d && d.length === 1 && d[0]![0] === d[0]![1] ? d[0]![0] : undefined;
}

export function has(d: Domain, value: number): boolean {
  for (const [first, last] of d) {
    if (value < first) return false;
    if (value <= last) return true;
  }
  return false;
}

/** The values of a that are not in b. */
export function minus(a: Domain, b: Domain): Domain {
  const rest: Range[] = [];
  let at = 0;
  for (const [first, last] of a) {
    let from = first;
    while (at < b.length && b[at]![1] < from) at++;
    let k = at;
    while (k < b.length && b[k]![0] <= last) {
      if (b[k]![0] > from) rest.push([from, b[k]![0] - 1]);
      from = Math.max(from, b[k]![1] + 1);
      k++;
    }
    if (from <= last) rest.push([from, last]);
  }
  return rest;
}

/** The values of d in ascending order, at most `most` of them. */
export function values(d: Domain, most = Infinity): number[] {
  const list: number[] = [];
  for (const [first, last] of d) {
    for (let v = first; v <= last; v++) {
      if (list.length >= most) return list;
      list.push(v);
    }
  }
  return list;
}

export function equal(a: Domain | null, b: Domain | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length) return false;
  return a.every(([first, last], i) => first === b[i]![0] && last === b[i]![1]);
}

/** d in words: "1, 3–5, 9", at most `most` ranges of it. */
export function text(d: Domain, most = 12): string {
  const words = d.slice(0, most).map(([first, last]) =>
    first === last ? num(first) : last === first + 1 ? num(first) + ", " + num(last) : num(first) + "–" + num(last));
  if (d.length > most) words.push("…");
  return words.join(", ");
}

/** A number with a true minus sign. */
export function num(n: number): string {
  return n < 0 ? "−" + -n : String(n);
}

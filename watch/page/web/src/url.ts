// The address of what the page shows: after the #, the problem, its values, the
// options, the step, and whether it predicts or races. Long values are deflated.

import type { SearchRequest } from "./api";

export interface View {
  request: SearchRequest;
  step: number;
  predict: boolean;
  race: string[]; // methods side by side; empty: the request's method alone
}

/** Values that are longer are deflated. */
const longest = 120;

/** The most characters that a deflated value may stand for. */
const most = 64 << 20;

/** The view as the part of an address behind the #. */
export async function encodeView(v: View): Promise<string> {
  const p = new URLSearchParams();
  p.set("problem", v.request.problem);
  for (const [name, value] of Object.entries(v.request.values)) {
    if (value.length <= longest) p.set("f." + name, value);
    else p.set("z." + name, await deflate(value));
  }
  p.set("method", v.request.method);
  if (v.request.order) p.set("order", v.request.order);
  if (v.request.valueOrder) p.set("values", v.request.valueOrder);
  if (v.request.free) p.set("free", "1");
  if (v.request.seed) p.set("seed", String(v.request.seed));
  if (v.race.length > 0) p.set("race", v.race.join(","));
  if (v.predict) p.set("mode", "predict");
  if (v.step > 0) p.set("step", String(v.step));
  return p.toString();
}

/** The view of an address; null if it has none. Throws if a deflated value is damaged. */
export async function decodeView(hash: string): Promise<View | null> {
  const p = new URLSearchParams(hash.replace(/^#/, ""));
  const problem = p.get("problem");
  if (!problem) return null;
  const values: Record<string, string> = {};
  for (const [name, value] of p) {
    if (name.startsWith("f.")) values[name.slice(2)] = value;
    else if (name.startsWith("z.")) values[name.slice(2)] = await inflate(value);
  }
  return {
    request: {
      problem,
      values,
      method: p.get("method") ?? "plain",
      order: p.get("order") ?? "",
      valueOrder: p.get("values") ?? "",
      free: p.get("free") === "1",
      seed: whole(p.get("seed")),
    },
    step: whole(p.get("step")),
    predict: p.get("mode") === "predict",
    race: (p.get("race") ?? "").split(",").filter(Boolean).slice(0, 3),
  };
}

/** Whether two requests ask for the same search. */
export function sameRequest(a: SearchRequest, b: SearchRequest): boolean {
  const key = (r: SearchRequest) => JSON.stringify([r.problem, Object.entries(r.values).sort(), r.method, r.order, r.valueOrder, r.free, r.seed]);
  return key(a) === key(b);
}

function whole(text: string | null): number {
  const n = Number(text ?? 0);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}

/** What browsers have for compression; not all versions of the compiler know of it. */
type Transform = new (format: "deflate-raw") => ReadableWritablePair<Uint8Array, Uint8Array>;
const { CompressionStream, DecompressionStream } = globalThis as unknown as Record<"CompressionStream" | "DecompressionStream", Transform>;

async function deflate(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function inflate(text: string): Promise<string> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let out = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out + decoder.decode();
    out += decoder.decode(value, { stream: true });
    if (out.length > most) throw new RangeError("the value of the address is too long");
  }
}

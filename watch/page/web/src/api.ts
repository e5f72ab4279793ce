// What the page asks of its server.

import type { Board } from "./layout";
import type { WindowData } from "./replay";
import type { Start } from "./trace";

export interface Field {
  name: string;
  type: "number" | "text";
  default?: string;
  min?: number;
  max?: number;
}

export interface ProblemInfo {
  name: string;
  fields: Field[];
  methods: string[];
  examples?: { name: string; values: Record<string, string> }[];
}

export interface About {
  version: string;
  limits: Record<string, number>;
  problems: ProblemInfo[];
  orders: string[];
  values: string[];
}

/** What is to be searched, and how. */
export interface SearchRequest {
  problem: string;
  values: Record<string, string>;
  method: string;
  order: string;
  valueOrder: string;
  free: boolean;
  seed: number;
}

export interface Started {
  id: string;
  start: Start;
  board: Board | null;
  notes?: string[];
}

/** What a stream of steps says of its search. */
export interface SearchState {
  running: boolean;
  steps: number;
  complete: boolean;
  reason: string;
  answers: string;
  message: string;
}

/** An error that the server answered, or status 0 if it did not answer. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field = "",
    readonly line = 0,
    readonly column = 0,
  ) {
    super(message);
  }
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { cache: "no-store", ...init });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError("", 0);
  }
  if (response.ok) return response;
  let e: { message?: string; field?: string; line?: number; column?: number } = {};
  try {
    e = ((await response.json()) as { error?: typeof e }).error ?? {};
  } catch {
    // no JSON: the status has to do
  }
  throw new ApiError(e.message ?? response.statusText, response.status, e.field, e.line, e.column);
}

const at = (id: string) => "/api/searches/" + encodeURIComponent(id);

export async function about(): Promise<About> {
  return (await request("/api/about")).json() as Promise<About>;
}

const json = { "Content-Type": "application/json" };

/** By which the server counts the searches of this page. */
const page = crypto.getRandomValues(new Uint32Array(4)).join("-");

export async function start(r: SearchRequest): Promise<Started> {
  const body = JSON.stringify({ ...r, page });
  return (await request("/api/searches", { method: "POST", headers: json, body })).json() as Promise<Started>;
}

export async function windowOf(id: string, from: number, count: number, signal?: AbortSignal): Promise<WindowData> {
  return (await request(`${at(id)}/window?from=${from}&count=${count}`, { signal })).json() as Promise<WindowData>;
}

/** The stream of steps that follow the first `from`. */
export function stepsOf(id: string, from: number, signal: AbortSignal): Promise<Response> {
  return request(`${at(id)}/steps.bin?from=${from}`, { signal });
}

export async function alive(id: string): Promise<void> {
  await request(at(id) + "/alive", { method: "POST", headers: json, body: "{}" });
}

/** Ends and forgets a search. */
export async function end(id: string): Promise<void> {
  try {
    await request(at(id), { method: "DELETE" });
  } catch {
    // it is gone already, or the server will forget it soon
  }
}

/** Ends and forgets a search while the page goes away. */
export function endLeaving(id: string): void {
  navigator.sendBeacon(at(id) + "/end", new Blob(["{}"], { type: "application/json" }));
}

export function traceUrl(id: string): string {
  return at(id) + "/trace.jsonl";
}

// The events of a search as the server sends them: those of a trace file, see
// docs/watch.md.

import type { Domain } from "./domain";

/** An output value: factor * variable + offset. */
export type Cell = readonly [variable: number, factor: number, offset: number];

export interface Output {
  name: string;
  dims?: number[];
}

export interface Variable {
  name: string;
  domain: Domain | null;
}

export interface Constraint {
  kind: string;
  text: string;
  vars: number[];
}

export interface Start {
  problem: string;
  method: string;
  outputs: Output[];
  cells: Cell[];
  variables: Variable[];
  constraints: Constraint[];
  objective?: Cell;
}

export type Cause = "constraint" | "nogood" | "objective" | "placement" | "exhaustion";

export type Op = "=" | "!=" | ">=" | "<=";

export interface TraceEvent {
  event: "place" | "infer" | "prune" | "clash" | "fail" | "back" | "learn" | "restart" | "solution" | "done";
  node: number;
  parent: number;
  depth: number;
  var?: number;
  op?: Op;
  value?: number;
  removed?: Domain;
  right?: boolean;
  cause?: Cause;
  by?: number;
  with?: string;
  text?: string;
  nogood?: [number, Op, number][];
  answer?: number;
  values?: (number | null)[];
  complete?: boolean;
  reason?: string;
}

/** Kinds of steps, in the order of their codes in the stream. */
export const stepKinds = ["root", "place", "infer", "fail", "back", "done"] as const;
export type StepKind = (typeof stepKinds)[number];
export const Root = 0;
export const Place = 1;
export const Infer = 2;
export const Fail = 3;
export const Back = 4;
export const Done = 5;

/** Operators, in the order of their codes in the stream. */
export const ops = ["", "=", "!=", ">=", "<="] as const;

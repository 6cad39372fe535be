// The messages to and from the worker thread.
import type { Place } from "../fault.ts";

export interface Script {
  kind: "script";
  source: string;
  /** The values by name, each as JSON, so that a script cannot reach objects of the server. */
  values: Readonly<Record<string, string>>;
  /** Parses the script without running it. */
  parseOnly: boolean;
  ms: number;
}

/** An expression that took too long in the main thread. */
export interface LongExpression {
  kind: "expression";
  notation: "cel" | "template";
  text: string;
  /** The values, packed by parcel.ts. */
  values: unknown;
  ms: number;
  room: number;
}

export type Task = Script | LongExpression;

/** An error thrown inside a script. */
export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

export interface ReportedFault {
  message: string;
  place: Place | undefined;
  suggestion: string | undefined;
  /** Whether the time limit stopped the task. */
  isLate: boolean;
}

/** The outcome of a task. `lines` were written with console.log. */
export type Outcome =
  | { value: unknown; lines?: readonly string[] }
  | { thrown: Thrown; lines?: readonly string[] }
  | { fault: ReportedFault };

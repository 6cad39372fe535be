// What the thread is asked, and what it answers.
import type { Place } from "../fault.ts";

export interface Script {
  kind: "script";
  source: string;
  /** By name, each as JSON: nothing of ours is reachable from inside. */
  values: Readonly<Record<string, string>>;
  /** Only read, not run. */
  parseOnly: boolean;
  ms: number;
}

/** An expression that took too long where everybody waits for it. */
export interface LongExpression {
  kind: "expression";
  notation: "cel" | "template";
  text: string;
  /** As parcel.ts packs them. */
  values: unknown;
  ms: number;
  room: number;
}

export type Task = Script | LongExpression;

/** What an error inside a script was. */
export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

export interface ToldFault {
  message: string;
  place: Place | undefined;
  suggestion: string | undefined;
}

/** `lines` are those that a script wrote with console.log. */
export type Outcome =
  | { value: unknown; lines?: readonly string[] }
  | { thrown: Thrown; lines?: readonly string[] }
  | { fault: ToldFault };

// Running a check once as it is written, without storing anything.
import { call } from "#language/call.ts";
import type { Json, Labels } from "#language/columns.ts";

export interface Tried {
  pass: boolean;
  invalid?: boolean;
  could_not_check?: boolean;
  message?: string;
  error?: string;
  /** Milliseconds. */
  duration: number;
  detail?: Json;
  metrics?: Json;
}

interface TryShape {
  params: undefined;
  query: undefined;
  body: {
    name: string;
    namespace: string;
    labels?: Labels;
    spec: Readonly<Record<string, unknown>>;
    check: { type: string; index: number };
  };
  answer: Tried;
}

export const tryCheck = call<TryShape>("POST", "/api/canary/try");

// The lines that the simulated log systems return, and faults that a test can queue for their next responses.
import type { Answer, Asked, StandIn } from "./stand-in.ts";

export interface StoredLine {
  time: number;
  message: string;
  labels: Readonly<Record<string, string>>;
}

export const firstTime = Date.parse("2026-11-17T10:00:00.000Z");

/** 100 lines of two programs, one per second; every tenth line is an error. */
export const storedLines: readonly StoredLine[] = Array.from({ length: 100 }, (_, index) => ({
  time: firstTime + index * 1_000,
  message: `order ${index} took ${index * 2} ms`,
  labels: { app: index % 2 === 0 ? "cart" : "quay", level: index % 10 === 0 ? "error" : "info" },
}));

export interface FaultyStandIn {
  answer: StandIn;
  lines: StoredLine[];
  /** Responses that replace the regular responses for the next requests. */
  next: Answer[];
}

/** Adds the lines and the fault queue to a service. */
export function faulty(respond: (asked: Asked, lines: readonly StoredLine[]) => Answer): FaultyStandIn {
  const service: FaultyStandIn = {
    lines: [...storedLines],
    next: [],
    answer: (asked) => service.next.shift() ?? respond(asked, service.lines),
  };
  return service;
}

/** A response that breaks off in the middle of its body. */
export const cutOff: Answer = {
  headers: { "content-length": "1000" },
  stream: (response) => {
    response.write("{");
    setImmediate(() => response.destroy());
  },
};

export const busy = (seconds: number): Answer => ({
  status: 429,
  headers: { "retry-after": String(seconds) },
  body: "slow down",
});

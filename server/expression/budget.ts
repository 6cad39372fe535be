// How much an expression may take. Loops ask on every round; the clock is read on some of them only. Evaluation is
// synchronous, so that one budget at a time is in force.
import { ExpressionFault } from "./fault.ts";

export interface Budget {
  /** In milliseconds of `performance.now()`. */
  deadline: number;
  /** Characters and elements that may come into being. */
  room: number;
}

interface Account extends Budget {
  rounds: number;
  isLate: boolean;
}

const roundsBetweenLooks = 64;
/** A machine that stood still is no fault of the expression: whoever is found late once has so long to be done. */
const graceMs = 10;

let current: Account | undefined;

/** Runs with a budget; within another one the smaller counts. */
export function withinBudget<T>({ deadline, room }: Budget, run: () => T): T {
  const outer = current;
  current = {
    deadline: Math.min(outer?.deadline ?? deadline, deadline),
    room: Math.min(outer?.room ?? room, room),
    rounds: 0,
    isLate: false,
  };
  try {
    return run();
  } finally {
    current = outer;
  }
}

/** One round of a loop. */
export function step(): void {
  if (current === undefined) return;
  current.rounds += 1;
  if (current.rounds % roundsBetweenLooks === 0) look(current);
}

/** Something of this size is about to be made. */
export function spend(size: number): void {
  if (current === undefined) return;
  current.room -= size;
  if (current.room < 0) throw new ExpressionFault("The expression makes more than fits.");
  if (size > 10_000) look(current);
}

function look(account: Account): void {
  const now = performance.now();
  if (now < account.deadline) return;
  if (account.isLate) throw new ExpressionFault("The expression takes too long.");
  account.isLate = true;
  account.deadline = now + graceMs;
}

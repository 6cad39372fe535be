// How much an expression may take. Loops ask on every round; the clock is read on some of them only. Evaluation is
// synchronous, so that one budget at a time is in force.
import { ExpressionFault } from "./fault.ts";

export interface Budget {
  /** In milliseconds of `performance.now()`. */
  deadline: number;
  /** Characters and elements that may come into being. */
  room: number;
  /** Whether nobody else waits for it: in the thread, work that cannot be counted is done as it comes. */
  isThread?: boolean;
}

/** The budget is used up. Nothing catches this but whoever gave the budget. */
export class BudgetFault extends ExpressionFault {
  /** Whether it would be done with more time. */
  readonly isLate: boolean;

  constructor(message: string, { isLate }: { isLate: boolean }) {
    super(message);
    this.isLate = isLate;
  }
}

const late = () => new BudgetFault("The expression takes too long.", { isLate: true });

interface Account extends Budget {
  /** Work since the clock was read. */
  unseen: number;
  isLate: boolean;
}

/** What is done between two looks at the clock: well below a millisecond, on a slow machine too. */
const workBetweenLooks = 2_048;
/** What a round of a loop counts as. */
const round = 32;
/** A machine that stood still is no fault of the expression: whoever is found late once has so long to be done. */
const graceMs = 10;

let current: Account | undefined;

/** Runs with a budget; within another one the smaller counts. */
export function withinBudget<T>({ deadline, room, isThread = false }: Budget, run: () => T): T {
  const outer = current;
  current = {
    deadline: Math.min(outer?.deadline ?? deadline, deadline),
    room: Math.min(outer?.room ?? room, room),
    isThread,
    unseen: 0,
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
  work(round);
}

/** So many of the smallest steps: an instruction of a pattern, held against one character. */
export function work(units: number): void {
  if (current === undefined) return;
  current.unseen += units;
  if (current.unseen >= workBetweenLooks) look(current);
}

/** Something of this size is about to be made. */
export function spend(size: number): void {
  if (current === undefined) return;
  current.room -= size;
  if (current.room < 0) throw new BudgetFault("The expression makes more than fits.", { isLate: false });
  if (size > 10_000) look(current);
}

/** More of this than nobody notices is for the thread, where it can be ended from outside. */
const mostUncounted = 100_000;

/** About to be done at once, in a package that knows no budget: so many elements or characters to be gone through. */
export function uncounted(size: number): void {
  if (current !== undefined && !current.isThread && size > mostUncounted) throw late();
  work(size);
}

function look(account: Account): void {
  account.unseen = 0;
  const now = performance.now();
  if (now < account.deadline) return;
  if (account.isLate) throw late();
  account.isLate = true;
  account.deadline = now + graceMs;
}

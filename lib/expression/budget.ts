// The time and memory budget of an expression. Loops report every iteration; the clock is read only on some of them.
// Evaluation is synchronous, so only one budget is active at a time.
import { ExpressionFault } from "./fault.ts";

export interface Budget {
  /** A time as returned by `performance.now()`, in milliseconds. */
  deadline: number;
  /** The number of characters and elements that the expression may create. */
  room: number;
  /**
   * Whether the expression runs in the worker thread. There it blocks nothing else, so work of unknown size is allowed.
   */
  isThread?: boolean;
}

/** Thrown when the budget is exhausted. Only the code that set the budget may catch this. */
export class BudgetFault extends ExpressionFault {
  /** Whether the same work could finish with a longer time limit. */
  readonly isLate: boolean;

  constructor(message: string, { isLate }: { isLate: boolean }) {
    super(message);
    this.isLate = isLate;
  }
}

export const lateFault = () => new BudgetFault("The expression takes too long.", { isLate: true });

interface Account extends Budget {
  /** The units of work since the clock was last read. */
  unseen: number;
  isLate: boolean;
}

/** Units of work between two reads of the clock: well below a millisecond, even on a slow machine. */
const workBetweenLooks = 2_048;
/** The units of work of one loop iteration. */
const round = 32;
/** Grace period after the deadline, because the machine may have been suspended in the meantime. */
const graceMs = 10;

let current: Account | undefined;

/** Runs with a budget. Inside another budget, the smaller of the two applies. */
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

/** Reports one iteration of a loop. */
export function step(): void {
  work(round);
}

/** Reports units of work. One unit is one instruction of a pattern on one character. */
export function work(units: number): void {
  if (current === undefined) return;
  current.unseen += units;
  if (current.unseen >= workBetweenLooks) look(current);
}

/** Reports that a value of this size is about to be created. */
export function spend(size: number): void {
  if (current === undefined) return;
  current.room -= size;
  if (current.room < 0) throw new BudgetFault("The expression creates too much data.", { isLate: false });
  if (size > 10_000) look(current);
}

/** From this size on, work that does not report to the budget moves to the worker thread, which can be terminated. */
const maxUncounted = 100_000;

/**
 * Reports work in a package that does not support budgets, by the number of elements or characters that it will
 * process.
 */
export function uncounted(size: number): void {
  if (current !== undefined && !current.isThread && size > maxUncounted) throw lateFault();
  work(size);
}

function look(account: Account): void {
  account.unseen = 0;
  const now = performance.now();
  if (now < account.deadline) return;
  if (account.isLate) throw lateFault();
  account.isLate = true;
  account.deadline = now + graceMs;
}

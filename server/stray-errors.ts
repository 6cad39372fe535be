// Errors that nobody catches, such as one that a driver emits after its caller has gone. Usually they are defects and end the
// process; those of work that is borne are told to whoever bears it.
import { AsyncLocalStorage } from "node:async_hooks";

type Heard = (error: unknown) => void;

const bearers = new AsyncLocalStorage<Heard>();

/** Runs work whose stray errors are told to `heard`, for as long as anything that it began goes on. */
export const bearing = <T>(heard: Heard, work: () => T): T => bearers.run(heard, work);

/** Calls `end` for the first stray error that nobody bears. */
export function onDefect(end: Heard): void {
  process.on("uncaughtException", (error) => {
    const heard = bearers.getStore();
    if (heard) heard(error);
    else end(error);
  });
}

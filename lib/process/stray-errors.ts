// Handles uncaught errors, such as an error that a driver emits after its caller has finished. They are defects and
// terminate the process, unless the work that caused them has an error handler.
import { AsyncLocalStorage } from "node:async_hooks";

type ErrorHandler = (error: unknown) => void;

const handlers = new AsyncLocalStorage<ErrorHandler>();

/** Runs work and passes its uncaught errors to the handler, including errors in everything that the work starts. */
export const withErrorHandler = <T>(handler: ErrorHandler, work: () => T): T => handlers.run(handler, work);

/** Calls `end` for uncaught errors without a handler. */
export function onDefect(end: ErrorHandler): void {
  process.on("uncaughtException", (error) => {
    const handler = handlers.getStore();
    if (handler) handler(error);
    else end(error);
  });
}

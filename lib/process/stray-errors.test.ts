// Runs in a separate process, because an uncaught error affects the whole process.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = async (work: string) => {
  const program = `
    import { EventEmitter } from "node:events";
    import { connect, createServer } from "node:net";
    import { withErrorHandler, onDefect } from ${JSON.stringify(new URL("./stray-errors.ts", import.meta.url).href)};
    onDefect((error) => { console.log("ended by " + error.message); process.exit(1); });
    const handler = (error) => console.log("handled " + error.message);
    setTimeout(() => console.log("still there"), 100);
    ${work}`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "--eval",
    program,
  ]).catch((error: unknown) => error as { stdout: string });
  return stdout.trim().split("\n");
};

test("late errors of code that runs with an error handler are passed to the handler, and the process continues", async () => {
  const lines = await run(`
    await withErrorHandler(handler, async () => {
      const driver = new EventEmitter();
      setTimeout(() => driver.emit("error", new Error("a late event")), 10);
      void Promise.reject(new Error("a promise"));
      setImmediate(() => process.nextTick(() => { throw new Error("a callback"); }));
      const server = createServer((socket) => socket.resetAndDestroy()).listen(0, () => {
        connect(server.address().port).on("close", () => server.close());
      });
    });`);
  expect(lines.toSorted()).toEqual([
    "handled a callback",
    "handled a late event",
    "handled a promise",
    expect.stringMatching(/^handled .*ECONNRESET/),
    "still there",
  ]);
});

test("an error without a handler stops the process, even while other work has a handler", async () => {
  const lines = await run(`
    withErrorHandler(handler, () => setTimeout(() => {}, 50));
    setTimeout(() => { throw new Error("a defect"); }, 10);`);
  expect(lines).toEqual(["ended by a defect"]);
});

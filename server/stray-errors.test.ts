// In a process of its own: an error that nobody catches is a matter of the whole process.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = async (work: string) => {
  const program = `
    import { EventEmitter } from "node:events";
    import { connect, createServer } from "node:net";
    import { bearing, onDefect } from ${JSON.stringify(new URL("./stray-errors.ts", import.meta.url).href)};
    onDefect((error) => { console.log("ended by " + error.message); process.exit(1); });
    const heard = (error) => console.log("bore " + error.message);
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

test("late errors of work that is borne are told to who bears it, and the process goes on", async () => {
  const told = await run(`
    await bearing(heard, async () => {
      const driver = new EventEmitter();
      setTimeout(() => driver.emit("error", new Error("a late event")), 10);
      void Promise.reject(new Error("a promise"));
      setImmediate(() => process.nextTick(() => { throw new Error("a callback"); }));
      const server = createServer((socket) => socket.resetAndDestroy()).listen(0, () => {
        connect(server.address().port).on("close", () => server.close());
      });
    });`);
  expect(told.toSorted()).toEqual([
    "bore a callback",
    "bore a late event",
    "bore a promise",
    expect.stringMatching(/^bore .*ECONNRESET/),
    "still there",
  ]);
});

test("what nobody bears is a defect, also beside work that is borne", async () => {
  const told = await run(`
    bearing(heard, () => setTimeout(() => {}, 50));
    setTimeout(() => { throw new Error("a defect"); }, 10);`);
  expect(told).toEqual(["ended by a defect"]);
});

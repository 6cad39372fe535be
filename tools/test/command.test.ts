import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { runCommand } from "./command.ts";
import { isRunning } from "./descendants.ts";

test("keeps the whole output and returns the exit code", async () => {
  const script = 'console.log("one"); console.error("two"); process.exitCode = 3';
  const { code, output } = await runCommand({ run: ["node", "-e", script] });
  expect(code).toBe(3);
  expect(output.split("\n").sort()).toEqual(["one", "two"]);
});

test("reports the name of a program that does not exist", async () => {
  const { code, output } = await runCommand({ run: ["no-such-program"] });
  expect(code).toBe(1);
  expect(output).toContain("no-such-program");
});

test.each(["SIGINT", "SIGTERM"] as const)("stops the whole process tree on %s", async (signal) => {
  // A shell with two background processes. The shell makes both ignore SIGINT, and one process has its own session.
  const script = `
    import { runCommand, stopOnSignals } from "./tools/test/command.ts";
    stopOnSignals();
    await runCommand({ run: ["sh", "-c", "sleep 600 & deaf=$!; setsid sleep 600 & echo pids $$ $deaf $!; wait"], progress: /pids/ });`;
  const runner = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(runner, "exit");
  const pids: number[] = [];
  for await (const line of createInterface({ input: runner.stdout })) {
    if (!line.includes("pids")) continue;
    pids.push(...line.split(" ").map(Number).filter(Boolean));
    runner.kill(signal);
    // Ctrl-C in a terminal arrives more than once: from the terminal and from npm.
    runner.kill(signal);
  }
  const [code] = (await ended) as [number];
  expect(code).toBe(signal === "SIGINT" ? 130 : 143);
  expect(pids).toHaveLength(3);
  for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
});

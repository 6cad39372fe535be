// Runs operators' commands as real processes, and tests their environment, their account, and that all of their
// processes are stopped.
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createExec, ExecRefused, type Command, type CommandResult } from "#server/exec/run-command.ts";
import { accountName, commandAccount } from "#server/exec/account.ts";
import { passwd } from "#server/db/embedded/account.ts";
import { testLog } from "../support/database.ts";
import { until } from "../support/running-system.ts";

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === "linux";
const commandEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };
const env = { allowExec: true, dataDir: "/nonexistent/data", commandEnvironment };
const exec = createExec({ env, log: testLog });
const script = (text: string, options: Omit<Command, "command"> = {}): Promise<CommandResult> =>
  exec.run({ command: ["/bin/sh", "-c", text], ...options });

/** Returns the id of a process with this text in its command line, if there is a /proc. */
const pidOf = (words: string) =>
  (isLinux ? readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(words);
      } catch {
        return false;
      }
    });
const lives = (words: string) => pidOf(words) !== undefined;

test("a command gets its input and returns its output and exit code", async () => {
  expect(await script('read line; echo "$line"; echo bad >&2; exit 3', { input: "hello\nworld\n" })).toEqual({
    ending: { how: "exit", code: 3 },
    stdout: "hello\n",
    stderr: "bad\n",
  });
  expect((await exec.run({ command: ["printf", "%s|", "a b", "$HOME", "*", "; true"] })).stdout).toBe(
    "a b|$HOME|*|; true|",
  );
  expect((await script("kill -9 $$")).ending).toEqual({ how: "signal", signal: "SIGKILL" });
  expect((await exec.run({ command: ["no-such-program-here"] })).ending).toEqual({ how: "exit", code: 127 });
  expect((await exec.run({ command: ["true"], input: "x".repeat(1_000_000) })).ending).toEqual({
    how: "exit",
    code: 0,
  });
});

test("a command sees only the intended environment variables", async () => {
  process.env["CANARY_IN_THE_ENVIRONMENT"] = "secret";
  const { stdout } = await script("env -0", { env: { GIVEN: "yes", LANG: "nb_NO.UTF-8" } });
  delete process.env["CANARY_IN_THE_ENVIRONMENT"];
  const seen = Object.fromEntries(
    stdout
      .split("\0")
      .filter(Boolean)
      .map((line) => [line.replace(/=.*/s, ""), line.replace(/^[^=]*=/, "")]),
  );
  expect(seen).toEqual({
    PATH: commandEnvironment.PATH,
    LANG: "nb_NO.UTF-8",
    GIVEN: "yes",
    HOME: expect.stringContaining("/quarterdeck-command-"),
    TMPDIR: seen["HOME"],
    PWD: seen["HOME"],
    QUARTERDECK_COMMAND: expect.any(String),
  });
  // The command inherits no open file either: it has only input, output, errors, and the listing itself. Node does not
  // close descriptors with high numbers that it inherited from a shell.
  expect((await script(isLinux ? "ls /proc/self/fd | grep -cx [0-9]" : "echo 4")).stdout.trim()).toBe("4");
});

test.runIf(isRoot)(
  "as root, a command runs as a separate account that owns nothing and is in none of the server's groups",
  async ({ onTestFinished }) => {
    const ours = mkdtempSync("/tmp/exec-test-");
    onTestFinished(() => rmSync(ours, { recursive: true }));
    await script("true");
    const account = commandAccount(env.dataDir);
    const { stdout } = await script(`id -u; id -g; id -G; cat /etc/shadow; echo > ${ours}/trace`);
    const [uid, gid, ...groups] = stdout.trim().split("\n");
    expect(Number(uid)).toBe(account.uid);
    // The process belongs only to the group of the run.
    expect(groups).toEqual([gid]);
    const shared = ["root", "nobody", "postgres"].map((name) => passwd().find((each) => each.name === name)?.uid);
    expect(shared).not.toContain(account.uid);
    expect(account.name).toBe(accountName);
    expect(existsSync(join(ours, "trace"))).toBe(false);
    // A command never runs as the account that owns the database.
    const dataDir = mkdtempSync("/tmp/exec-test-");
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    chownSync(dataDir, account.uid, account.gid);
    const other = await createExec({ env: { ...env, dataDir }, log: testLog }).run({ command: ["id", "-u"] });
    expect(Number(other.stdout)).toBe(commandAccount(dataDir).uid);
    expect([0, account.uid]).not.toContain(Number(other.stdout));
  },
);

test("a command runs in its own directory, which is removed afterwards whatever it contains", async () => {
  const mess =
    'pwd; mkdir -p a/b/.c; touch .x ..y "a/new\nline"; ln -s /etc etc; ln -s / a/b/root; chmod 000 a/b; chmod 500 a';
  const { stdout, ending } = await script(`${mess}; stat -c %a .`);
  expect(ending).toEqual({ how: "exit", code: 0 });
  const [path = "", mode] = stdout.trim().split("\n");
  expect(mode).toBe("700");
  expect(existsSync(dirname(path))).toBe(false);
  expect(existsSync("/etc/passwd")).toBe(true);
});

test("a command that exceeds its time limit is stopped with its children and grandchildren", async () => {
  const words = "987654.25";
  const background = `sleep ${words} & (sleep ${words} &) ; sh -c "sleep ${words} & wait" & setsid sleep ${words} & `;
  const result = await script(`${background} echo begun; wait`, { timeoutMs: 700 });
  expect(result).toEqual({ ending: { how: "timeout" }, stdout: "begun\n", stderr: "" });
  expect(lives(words)).toBe(false);
});

test("processes that a command leaves behind are stopped, even if they are in other groups or hold its output open", async () => {
  const words = "987654.75";
  const result = await script(`sleep ${words} & setsid sleep ${words} & (setsid sh -c "sleep ${words}" &); echo done`);
  expect(result).toMatchObject({ ending: { how: "exit", code: 0 }, stdout: "done\n" });
  expect(lives(words)).toBe(false);
});

test.runIf(isRoot && isLinux)(
  "a process that detaches from its session, its parents and its environment ends with its own run, not with another one",
  async () => {
    const words = { escaped: "987654.11", other: "987654.22" };
    const escape = (time: string) => `(env -i /usr/bin/setsid /bin/sh -c "trap '' TERM HUP; sleep ${time}" &) & `;
    const stopped = new AbortController();
    const other = script(`${escape(words.other)} wait; sleep 1000`, { signal: stopped.signal, timeoutMs: 120_000 });
    await until(() => lives(words.other));
    const result = await script(`${escape(words.escaped)} ${escape(words.escaped)} sleep 0.3; echo done`);
    expect(result).toMatchObject({ ending: { how: "exit", code: 0 }, stdout: "done\n" });
    expect(lives(words.escaped)).toBe(false);
    // A parallel run keeps its own processes.
    expect(lives(words.other)).toBe(true);
    stopped.abort(new Error("enough"));
    await expect(other).rejects.toThrow("enough");
    expect(lives(words.other)).toBe(false);
  },
);

test.runIf(isRoot && isLinux)("a run can neither read nor trace another run of the same account", async () => {
  const stopped = new AbortController();
  const words = "987654.33";
  const other = script(`echo secret > kept; chmod 666 kept; exec sleep ${words}`, {
    signal: stopped.signal,
    timeoutMs: 120_000,
  });
  await until(() => lives(words));
  const pid = pidOf(words)!;
  const path = readlinkSync(`/proc/${pid}/cwd`);
  const { stdout } = await script(
    `id -u; cat ${path}/kept; ls ${path}; ls ${dirname(path)}; cat /proc/${pid}/environ; ls /proc/${pid}/cwd/; echo end`,
  );
  expect(stdout).toBe(`${commandAccount(env.dataDir).uid}\nend\n`);
  stopped.abort(new Error("enough"));
  await expect(other).rejects.toThrow("enough");
});

test("a command is stopped if its output exceeds the limit", async () => {
  for (const flood of ["yes", "yes >&2", "yes & yes >&2", "cat /dev/zero"]) {
    const result = await script(flood, { maxOutputBytes: 100_000 });
    expect(result.ending).toEqual({ how: "output" });
    expect(Buffer.byteLength(result.stdout) + Buffer.byteLength(result.stderr)).toBe(100_000);
  }
});

test.runIf(isLinux)("a fork bomb is limited and ended", async () => {
  const words = "987654.125";
  const counting = `i=0; while :; do sleep ${words} & i=$((i+1)); echo $i; done`;
  const counted = await script(counting, { maxProcesses: 24 });
  const most = Number(counted.stdout.trim().split("\n").at(-1));
  expect(most).toBeGreaterThan(3);
  // The limit is not exact, because the same account has other processes.
  expect(most).toBeLessThan(100);
  expect(counted.stderr).toMatch(/fork/i);
  const bomb = `b() { sleep ${words} & b | b & }; b; while :; do :; done`;
  const result = await script(bomb, { timeoutMs: 500, maxProcesses: 24, maxOutputBytes: 100_000_000 });
  expect(["timeout", "exit"]).toContain(result.ending.how);
  expect(lives(words)).toBe(false);
});

test.runIf(isLinux)("memory is limited for a single process and for all processes of a run together", async () => {
  const maxMemoryBytes = 64 * 1024 * 1024;
  const grow = (megabytes: number) => `head -c ${megabytes}m /dev/zero | tail -c ${megabytes}m`;
  // The reader never reads, so `tail` keeps its whole input in memory.
  const single = await script(`${grow(300)} | sleep 100`, { maxMemoryBytes });
  expect(single.ending).toEqual({ how: "memory" });
  // Several processes, each within the limit, are measured together.
  const eater = `exec 3>&1; ${grow(40)} | sleep 100`;
  const many = await script(`(${eater}) & (${eater}) & (${eater}) & (${eater}) & wait`, {
    maxMemoryBytes,
    timeoutMs: 20_000,
  });
  expect(many.ending).toEqual({ how: "memory" });
  expect((await script(`${grow(20)} | wc -c`, { maxMemoryBytes })).stdout.trim()).toBe(String(20 * 1024 * 1024));
});

test.runIf(isLinux)("Node can use worker threads, and is ended when it exceeds its memory limit", async () => {
  const node = (text: string, options: Omit<Command, "command"> = {}) =>
    exec.run({ command: [process.execPath], script: text, timeoutMs: 120_000, ...options });
  const workers = `const { Worker } = require("node:worker_threads");
    for (let n = 0; n < 4; n += 1) new Worker("console.log(process.version)", { eval: true });`;
  const result = await node(workers);
  expect(result).toMatchObject({ ending: { how: "exit", code: 0 }, stdout: `${process.version}\n`.repeat(4) });
  // The programs allocate memory inside and outside of V8's heap.
  const inHeap = "const all = []; for (;;) all.push(new Array(10_000).fill(all.length));";
  const outside = "const all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1));";
  for (const text of [inHeap, outside])
    expect((await node(text, { maxMemoryBytes: 200 * 1024 * 1024 })).ending).toEqual({ how: "memory" });
});

test.runIf(isLinux)("the kernel ends a command before the product when the machine runs out of memory", async () => {
  expect((await script("cat /proc/self/oom_score_adj")).stdout).toBe("1000\n");
});

test("a command can be aborted, and does not start if it was aborted before", async () => {
  const controller = new AbortController();
  const words = "987654.5";
  const running = script(`sleep ${words}`, { signal: controller.signal });
  if (isLinux) await until(() => lives(words));
  controller.abort(new Error("never mind"));
  await expect(running).rejects.toThrow("never mind");
  expect(lives(words)).toBe(false);
  await expect(script("true", { signal: controller.signal })).rejects.toThrow("never mind");
});

test("commands are rejected if they are disabled, and invalid commands are always rejected", async () => {
  const off = createExec({ env: { ...env, allowExec: false }, log: testLog });
  await expect(off.run({ command: ["true"] })).rejects.toThrow(ExecRefused);
  await expect(off.run({ command: ["true"] })).rejects.toThrow(/ALLOW_EXEC=true/);
  await expect(exec.run({ command: [""] })).rejects.toThrow(ExecRefused);
  await expect(exec.run({ command: ["echo", "a\0b"] })).rejects.toThrow(ExecRefused);
  await expect(script("true", { env: { "A=B": "c" } })).rejects.toThrow(ExecRefused);
  await expect(script("true", { env: { A: "c\0d" } })).rejects.toThrow(ExecRefused);
});

// `npm run dev`: runs the server, restarted when one of its files changes, and serves the console from its sources with
// /api proxied to the server. Open the console's address; Ctrl-C stops both.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { repository } from "#lib/load/repository.ts";
import { build, CONSOLE, mainFileOf } from "../bin/build.mjs";
import { createSteps } from "../bin/steps.mjs";

const start = (...args: string[]): ChildProcess =>
  // The IPC channel closes when this process exits for any reason, so that the children also exit.
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });

// The server needs a built console to serve, even though it is not used here; a fresh clone has no built console yet.
if (!existsSync(mainFileOf(CONSOLE)))
  await createSteps().run("build", async ({ detail }) => detail(await build(process.execPath, CONSOLE)));

const children = [
  start("--watch-preserve-output", "--watch", "main/server.ts"),
  start("node_modules/vite/bin/vite.js"),
];

let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
process.on("disconnect", stop);
process.channel?.unref();

// If either process exits, the other is stopped as well.
const ends = children.map((child) => once(child, "exit"));
await Promise.race(ends);
process.exitCode = isStopping ? 0 : 1;
stop();
await Promise.all(ends);

// `npm run dev`: the server, started anew when one of its files changes, and the console served from its sources with /api
// passed on. Open the console's address; both end with Ctrl-C.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { repository } from "#server/repository.ts";
import { build, CONSOLE, mainFileOf } from "../bin/build.mjs";
import { createSteps } from "../bin/steps.mjs";

const start = (...args: string[]): ChildProcess =>
  // The channel tells them when we are gone, however we went.
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });

// The server has its built console to serve, though nobody looks at it here: in a fresh clone there is none yet.
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

// One without the other is of no use.
const ends = children.map((child) => once(child, "exit"));
await Promise.race(ends);
process.exitCode = isStopping ? 0 : 1;
stop();
await Promise.all(ends);

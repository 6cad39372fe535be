// Runs one throw-away server and cleans up after the parent has exited: standard input is a pipe from the parent, and a
// pipe closes even when its owner is killed with -9. Arguments: the folder to delete at the end, uid and gid to run as,
// then the server's command.
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";

const [folder, uid, gid, command, ...args] = process.argv.slice(2);
if (!folder || !command) throw new Error("usage: process-keeper.ts FOLDER UID GID COMMAND [ARGUMENT…]");

// The parent decides when the server stops; a Ctrl-C that reaches the whole terminal must not stop it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const server = spawn(command, args, {
  cwd: "/",
  stdio: ["ignore", "ignore", "inherit"],
  ...(uid ? { uid: Number(uid), gid: Number(gid) } : {}),
});
// SIGQUIT is enough, because the data needs no clean shutdown.
process.stdin.on("end", () => server.kill("SIGQUIT")).resume();
server.on("error", (error) => process.stderr.write(`${error.message}\n`));
server.on("close", () => void rm(folder, { recursive: true, force: true }).then(() => process.exit()));

// Keeps one throw-away server and outlives whoever asked for it by exactly one clean-up: its standard input is a pipe
// from the asker, and a pipe closes even when its owner is killed with -9.
// Arguments: the folder to delete at the end, whom to run it as, then the command that is the server.
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";

const [folder, uid, gid, command, ...args] = process.argv.slice(2);
if (!folder || !command) throw new Error("tell me a folder, a uid, a gid and a command");

// The asker decides when it ends, not a Ctrl-C that reaches the whole terminal.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const server = spawn(command, args, {
  cwd: "/",
  stdio: ["ignore", "ignore", "inherit"],
  ...(uid ? { uid: Number(uid), gid: Number(gid) } : {}),
});
// Nothing in it is worth a clean shutdown.
process.stdin.on("end", () => server.kill("SIGQUIT")).resume();
server.on("error", (error) => process.stderr.write(`${error.message}\n`));
server.on("close", () => void rm(folder, { recursive: true, force: true }).then(() => process.exit()));

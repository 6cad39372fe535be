// Runs one of Debian's servers during a test file: in its own folder, as an unprivileged user, on loopback. The server
// is stopped with the process that started it, even if that process is killed (tests/support/process-keeper.ts).
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { postgresAccount } from "#server/db/embedded/account.ts";
import { scratchFolder } from "../support/scratch.ts";
import { findDebianProgram, libraryPath, type DebianProgram } from "./debian-programs.ts";

export interface ServerFolder {
  path: string;
  /** The account that runs the server. */
  account: { uid: number; gid: number };
  /** Writes a file owned by the server's account; returns its path. */
  write(name: string, content: string | Buffer, mode?: number): string;
  /** Creates a folder owned by the server's account. */
  makeFolder(name: string): string;
}

export function serverFolder(name: string): ServerFolder {
  const path = mkdtempSync(join(scratchFolder(), `quarterdeck-${name}-`));
  const { uid, gid } = postgresAccount(path);
  const own = (file: string) => {
    chownSync(file, uid, gid);
    return file;
  };
  own(path);
  return {
    path,
    account: { uid, gid },
    write(file, content, mode = 0o600) {
      const at = join(path, file);
      writeFileSync(at, content, { mode });
      return own(at);
    },
    makeFolder(folder) {
      const at = join(path, folder);
      mkdirSync(at);
      return own(at);
    },
  };
}

export interface ServerProcess {
  stop(): Promise<void>;
}

export interface ServerCommand {
  folder: ServerFolder;
  program: DebianProgram;
  args: readonly string[];
  env?: Record<string, string>;
  /** The server is ready when it listens on all of these ports. */
  ports: readonly number[];
}

const keeperFile = fileURLToPath(new URL("../support/process-keeper.ts", import.meta.url));

export function programPath(name: DebianProgram): string {
  const found = findDebianProgram(name);
  if (found === undefined)
    throw new Error(`The program ${name} is not installed; run node bin/run.mjs tools/test/debian-servers.ts`);
  return found;
}

/** Returns an environment with the libraries of the unpacked packages. */
export const programEnv = (): Record<string, string> => ({
  LD_LIBRARY_PATH: libraryPath(),
  PATH: process.env["PATH"]!,
});

export async function startServer({ folder, program, args, env = {}, ports }: ServerCommand): Promise<ServerProcess> {
  const { path, account } = folder;
  const isOther = account.uid !== process.getuid?.();
  const runAs = isOther ? [String(account.uid), String(account.gid)] : ["", ""];
  const settings = Object.entries({ ...programEnv(), HOME: path, ...env }).map(([name, value]) => `${name}=${value}`);
  const command = ["/usr/bin/env", "-i", ...settings, programPath(program), ...args];
  const keeper = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", keeperFile, path, ...runAs, ...command],
    // The process is in its own group, so that a signal to the group of this process does not stop the process that
    // cleans up.
    { stdio: ["pipe", "ignore", "pipe"], detached: true },
  );
  let said = "";
  keeper.stderr.on("data", (bytes: Buffer) => {
    said = `${said}${bytes.toString()}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => keeper.once("exit", () => resolve()));
  const stop = () => {
    keeper.stdin.end();
    return ended;
  };
  for (const port of ports)
    while (!(await isListening(port))) {
      if (keeper.exitCode !== null) throw new Error(`${program} did not start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  return { stop };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => {});
    socket.once("close", (hadError) => resolve(!hadError));
  });

/** Returns a password hash in Apache's format or in crypt's SHA-512 format. */
export const hashedPassword = (password: string, way: "-apr1" | "-6") =>
  execFileSync(programPath("openssl"), ["passwd", way, password], { env: programEnv(), encoding: "utf8" }).trim();

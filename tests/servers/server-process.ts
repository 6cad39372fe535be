// A server of Debian's for the length of a test file: in a folder of its own, as an unprivileged user, on loopback, and gone
// with whoever asked for it, even if that is killed (tests/process-keeper.ts).
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { postgresAccount } from "#server/db/embedded/account.ts";
import { scratchFolder } from "../scratch.ts";
import { findDebianProgram, libraryPath, type DebianProgram } from "./debian-programs.ts";

export interface ServerFolder {
  path: string;
  /** Whom the server runs as. */
  account: { uid: number; gid: number };
  /** Writes a file that belongs to the server, and answers where. */
  write(name: string, content: string | Buffer, mode?: number): string;
  /** Makes a folder that belongs to the server. */
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
  /** It is there when something listens at all of them. */
  ports: readonly number[];
}

const keeperFile = fileURLToPath(new URL("../process-keeper.ts", import.meta.url));

export function programPath(name: DebianProgram): string {
  const found = findDebianProgram(name);
  if (found === undefined) throw new Error(`There is no ${name} here: node tools/test/debian-servers.ts`);
  return found;
}

/** With the libraries that were unpacked beside it. */
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
    // A group of its own: what ends our group must not end the one who cleans up.
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
      if (keeper.exitCode !== null) throw new Error(`${program} does not start:\n${said}`);
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

/** As files of passwords have it: Apache's way, or the system's. */
export const hashedPassword = (password: string, way: "-apr1" | "-6") =>
  execFileSync(programPath("openssl"), ["passwd", way, password], { env: programEnv(), encoding: "utf8" }).trim();

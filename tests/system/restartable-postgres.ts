// A PostgreSQL that a test can stop, crash and restart with its data; startPostgres() of tests/support/postgres.ts
// deletes its data when it stops.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { postgresAccount } from "#server/db/embedded/account.ts";
import { findBinaries } from "#server/db/embedded/binaries.ts";
import { freePort } from "../support/free-port.ts";
import { temporary } from "./accounts.ts";

export interface RestartablePostgres {
  url: string;
  start(): Promise<void>;
  /** SIGINT stops PostgreSQL in the same way as an operator; SIGQUIT simulates a crash. */
  stop(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  /**
   * Freezes these processes: connections stay open, but PostgreSQL does not respond. The returned function resumes
   * them.
   */
  freeze(which: "all" | "backends" | "postmaster" | readonly number[]): () => void;
}

export async function makeRestartablePostgres(): Promise<RestartablePostgres> {
  const folder = temporary();
  const account = postgresAccount(folder);
  const programs = dirname(findBinaries(account).postgres);
  const [data, passwordFile] = [join(folder, "data"), join(folder, "password")];
  writeFileSync(passwordFile, "secret", { mode: 0o600 });
  for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  execFileSync(
    join(programs, "initdb"),
    [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "password",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    ],
    { cwd: "/", stdio: "ignore", ...account.identity },
  );
  const port = await freePort();
  const url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  let frozenUntil: (() => void) | undefined;

  const stop = async (signal: "SIGINT" | "SIGQUIT") => {
    const stopped = server;
    server = undefined;
    if (!stopped) return;
    const ended = new Promise((resolve) => stopped.once("close", resolve));
    stopped.kill(signal);
    await ended;
  };
  afterAll(() => {
    frozenUntil?.();
    return stop("SIGQUIT");
  });

  return {
    url,
    stop,
    freeze(which) {
      const postmaster = server!.pid!;
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8")
        .trim()
        .split(" ")
        .map(Number);
      // The process title of a backend contains the address of its client; background writers have no client.
      const backends = children.filter((pid) => titleOf(pid).includes(" 127.0.0.1("));
      const named = { all: [postmaster, ...children], backends, postmaster: [postmaster] };
      const frozen = typeof which === "string" ? named[which] : which;
      const signal = (name: "SIGSTOP" | "SIGCONT") => {
        for (const pid of frozen)
          try {
            process.kill(pid, name);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
          }
      };
      signal("SIGSTOP");
      const thaw = () => signal("SIGCONT");
      frozenUntil = thaw;
      return thaw;
    },
    async start() {
      const settings = [
        "-D",
        data,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
      ];
      server = spawn(join(programs, "postgres"), settings, { cwd: "/", stdio: "ignore", ...account.identity });
      for (;;) {
        const client = new pg.Client({ connectionString: url });
        client.on("error", () => {});
        try {
          await client.connect();
          await client.end();
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
  };
}

/** Returns the title of a process; empty if the process has just ended. */
function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

// Runs a check in the same way as the product, but without a server, and returns its result.
//
//   const { verdict, error } = await runOne("http", { url: "http://127.0.0.1:1/" });
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound, type OutboundOptions } from "#server/outbound/create-outbound.ts";
import type { CheckResult } from "#areas/health/server/run/result.ts";
import { runCheck, type Surroundings } from "#areas/health/server/run/run-check.ts";
import type { Lateness } from "#areas/health/server/run/lateness.ts";
import { testLog } from "./database.ts";

const env = {
  allowExec: true,
  allowDirectories: [],
  dataDir: "/nonexistent/data",
  allowedVariables: new Map([["CHECK_SECRET", "s3cret-of-the-environment"]]),
  commandEnvironment: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
};

/**
 * Reports that the worker is never late, so that tests with limits of a few milliseconds measure only the target,
 * however busy the machine is.
 */
export const neverLate: Lateness = {
  watch: () => () => {},
  mark: () => ({ lateMs: 0, at: 0 }),
  since: () => ({ totalMs: 0, maxGapMs: 0 }),
  stallSince: () => undefined,
};

export interface RunOneOptions {
  outbound?: OutboundOptions;
  signal?: AbortSignal;
  around?: Partial<Surroundings>;
}

/** Returns the dependencies of a check run without a server. */
export function surroundings(outbound: OutboundOptions = {}): Surroundings {
  const way = createOutbound(outbound);
  return {
    // Without a database, a run reads only these variables.
    env: env as unknown as Surroundings["env"],
    log: testLog,
    outbound: () => way,
    exec: createExec({ env, log: testLog }),
    files: createFiles(env),
    lateness: neverLate,
  };
}

export async function runOne(
  type: string,
  spec: Readonly<Record<string, unknown>>,
  { outbound = {}, signal = new AbortController().signal, around = {} }: RunOneOptions = {},
): Promise<CheckResult> {
  const canary = { id: "", name: "tests", namespace: "default", labels: {}, spec: {}, trust: "operator" as const };
  const check = { id: "", type, name: type, spec: { name: type, ...spec }, labels: {}, canary };
  return runCheck(check, { ...surroundings(outbound), ...around }, { signal });
}

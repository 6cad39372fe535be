// Runs a check kind whose outcome the test sets, to test the processing of outcomes alone.
//
//   const { verdict, error } = await result({ test: { expr: "code == 201" } }, { pass: true, data: { code: 200 } });
import { z } from "zod";
import type { System } from "#server/area.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { credentials } from "#server/spec/parts.ts";
import { defineCheck, type CheckKind, type CheckRun, type Outcome } from "#areas/health/server/check-kind.ts";
import { kindNamed } from "#areas/health/server/checks/index.ts";
import { runCheck, type RunOptions, type Surroundings } from "#areas/health/server/run/run-check.ts";
import type { RunnableCheck } from "#areas/health/server/run/runnable.ts";
import { check as checkSpec } from "#areas/health/server/spec/check.ts";
import { neverLate } from "./checks.ts";
import { testLog } from "./database.ts";

export type Say = (spec: Readonly<Record<string, unknown>>, run: CheckRun) => Promise<Outcome> | Outcome;

const templated = z.string().meta({ isTemplated: true });

const shape = {
  url: templated.optional().meta({ label: "URL" }),
  connection: z.string().optional(),
  ...credentials,
  body: z.string().optional(),
  headers: z.array(z.object({ name: z.string(), value: templated.optional() })).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: templated.optional() })).optional(),
};

export function kindsThat(say: Say) {
  const spoken = defineCheck({
    type: "spoken",
    title: "Spoken",
    icon: "spoken",
    spec: checkSpec(shape).extend({ labels: z.record(z.string(), templated).optional() }),
    endpoint: ({ url }) => url,
    run: async (spec, run) => say(spec, run),
  }) as unknown as CheckKind;
  return { spoken };
}

/** Returns the dependencies of a check run, with these kinds in addition to the product's own. */
export const surroundingsOf = (kinds: Readonly<Record<string, CheckKind>>): Surroundings => ({
  env: { secretsDir: undefined, cluster: undefined, allowedVariables: new Map([["TOKEN", "tok-en-4711"]]) } as never,
  log: testLog,
  outbound: (trust) => createOutbound({ trust }),
  exec: undefined as unknown as System["exec"],
  files: undefined as unknown as System["files"],
  kindNamed: (type) => kinds[type] ?? kindNamed(type),
  lateness: neverLate,
});

export interface Written extends Readonly<Record<string, unknown>> {
  type?: string;
  canary?: Partial<RunnableCheck["canary"]>;
}

export const written = ({ type = "spoken", canary = {}, ...spec }: Written): RunnableCheck => ({
  id: "00000000-0000-0000-0000-000000000001",
  type,
  name: "login",
  description: "signs in",
  labels: { app: "shop" },
  spec: { name: "login", ...spec },
  canary: {
    id: "00000000-0000-0000-0000-000000000002",
    name: "shop",
    namespace: "retail",
    labels: { team: "web" },
    spec: {},
    trust: "operator",
    ...canary,
  },
});

export const result = (spec: Written, outcome: Say | Outcome = { pass: true }, options: Partial<RunOptions> = {}) => {
  const kinds = kindsThat(typeof outcome === "function" ? outcome : () => outcome);
  return runCheck(written(spec), surroundingsOf(kinds), { signal: AbortSignal.timeout(10_000), ...options });
};

/** A typical outcome of a check kind. */
export const answered = { pass: true, durationMs: 12.4, data: { code: 200, json: { token: "abc", n: [1, 2, 3] } } };

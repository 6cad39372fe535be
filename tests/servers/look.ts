// Runs a spec once with its check kind.
import { credentialsIn, failureOf, type OpenConnection } from "#areas/connections/server/index.ts";
import { CheckInvalid, CouldNotCheck, type CheckRun, type Outcome } from "#areas/health/server/check-kind.ts";
import { kindNamed } from "#areas/health/server/checks/index.ts";
import { prepare } from "#areas/health/server/run/prepare.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testLog } from "../support/database.ts";
import { waitMs } from "../support/time-limits.ts";
import type { Servers } from "./all-servers.ts";

const env = {
  allowExec: true,
  dataDir: "/nonexistent/data",
  commandEnvironment: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
};

export interface Looked extends Partial<Outcome> {
  invalid?: string;
  couldNotCheck?: string;
}

export interface Circumstances {
  outbound?: Outbound;
  signal?: AbortSignal;
  folders?: readonly string[];
  /** The existing connections, by name. */
  connections?: Readonly<Record<string, Partial<OpenConnection>>>;
  system?: CheckRun["system"];
  /** The results that nested checks return. */
  runOthers?: CheckRun["runOthers"];
}

/** Returns the outcome of the kind, or the message of the error that it throws. */
export async function look(type: string, spec: object, circumstances: Circumstances = {}): Promise<Looked> {
  const { outbound = createOutbound(), signal = AbortSignal.timeout(waitMs), folders = [], system } = circumstances;
  const kind = kindNamed(type);
  if (!kind) throw new Error(`There is no check kind ${type}`);
  const run: CheckRun = {
    check: { id: "01941f29-7c00-7000-8000-000000000001", name: "looked", type, labels: {} },
    canary: { id: "01941f29-7c00-7000-8000-000000000002", name: "tests", namespace: "default", labels: {} },
    outbound,
    exec: createExec({ env, log: testLog }),
    files: createFiles({ allowDirectories: [...folders], dataDir: "/nowhere", secretsDir: undefined }),
    system,
    cluster: undefined,
    signal,
    scrubber: createScrubber(),
    connection: async ({ connection, url, ...own }) => ({
      id: null,
      name: "",
      namespace: "default",
      type,
      certificate: null,
      insecure_tls: false,
      properties: {},
      url: null,
      username: null,
      password: null,
      ...circumstances.connections?.[connection ?? ""],
      ...(url === undefined ? {} : { url }),
      ...textsOf(credentialsIn(own)),
    }),
    value: async (value) => textOf(value),
    fill: async (text) => text,
    runOthers: circumstances.runOthers ?? (async () => []),
  };
  try {
    return await kind.run(prepare({ type, spec: { name: "looked", ...spec } }, kindNamed).spec, run);
  } catch (error) {
    if (error instanceof CheckInvalid) return { invalid: error.message };
    if (error instanceof CouldNotCheck) return { couldNotCheck: error.message };
    return { pass: false, error: failureOf(error).message };
  }
}

const textsOf = ({ username, password }: ReturnType<typeof credentialsIn>) => ({
  ...(username === undefined ? {} : { username: textOf(username) }),
  ...(password === undefined ? {} : { password: textOf(password) }),
});

const textOf = (value: string | { value?: string | undefined }) =>
  typeof value === "string" ? value : (value.value ?? "");

/** Rows of the tables in tests/system/check-kinds.test.ts: a check spec and the expected result. */
export type CheckRow = readonly [
  what: string,
  spec: (at: Servers) => object,
  /** Only the fields listed here are compared. */
  found: Looked,
  more?: (at: Servers) => Circumstances,
];

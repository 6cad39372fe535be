// Replaces vitest, the test server and the test data while mutants are tested (hooks.ts): tests are collected instead
// of run, and all files share one server, whose data API is replaced for each mutant.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { openHarbour as openRealHarbour, type Harbour } from "../../tests/conformance/fixture.ts";
import {
  startTestServer as startRealServer,
  type TestServer,
  type TestServerOptions,
} from "../../tests/support/test-server.ts";

export { expect } from "vitest";

export interface Collected {
  file: string;
  title: string;
  run: () => unknown;
}

export const collected: Collected[] = [];
export const ends: (() => unknown)[] = [];
let file = "";
const titles: string[] = [];

export async function collect(path: string): Promise<void> {
  file = path;
  await import(new URL(`../../${path}`, import.meta.url).href);
}

type Run = (...values: unknown[]) => unknown;

const add = (title: string, run: () => unknown) =>
  void collected.push({ file, title: [...titles, title].join(" › "), run });

export function test(title: string, ...rest: unknown[]): void {
  add(title, rest.at(-1) as () => unknown);
}
const valuesOf = (row: unknown): unknown[] => (Array.isArray(row) ? (row as unknown[]) : [row]);
test.each = (rows: readonly unknown[]) => (title: string, run: Run) => {
  for (const row of rows) add(`${title} ${JSON.stringify(row)}`, () => run(...valuesOf(row)));
};

export function describe(title: string, body: () => void): void {
  titles.push(title);
  body();
  titles.pop();
}
describe.each = (rows: readonly unknown[]) => (title: string, body: Run) => {
  for (const row of rows) describe(`${title} ${JSON.stringify(row)}`, () => void body(...valuesOf(row)));
};

export const afterAll = (end: () => unknown) => void ends.push(end);

let server: Promise<TestServer> | undefined;
let harbour: Promise<Harbour> | undefined;

/** The areas of the server are those that the first caller requests. */
export const startTestServer = (options?: TestServerOptions) => (server ??= startRealServer(options));
export const openHarbour = (server: TestServer) => (harbour ??= openRealHarbour(server));

type DataRoutes = (app: FastifyInstance, system: System) => void;

/** The data API that the next application uses. */
export const current: {
  dataRoutes: DataRoutes | undefined;
  areas: TestServerOptions["areas"];
  app: FastifyInstance | undefined;
} = {
  dataRoutes: undefined,
  areas: undefined,
  app: undefined,
};

export const dataRoutes: DataRoutes = (app, system) => {
  current.app = app;
  current.dataRoutes!(app, system);
};

/** Hundreds of applications in one process do not need metrics. */
export const createMetrics = () => ({ requests: { observe: () => {} } });

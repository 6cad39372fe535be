// The four kinds of tests (tools/test/projects.ts assigns the files). `npm test -- PATH` runs one file.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { systemTestMs, testMs, waitMs } from "./tests/support/time-limits.ts";
import { testFiles } from "./tools/test/projects.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = testFiles(root);
const database = { globalSetup: ["tests/support/database.setup.ts"] };
const waits = { expect: { poll: { timeout: waitMs } } };
const limits = { testTimeout: testMs, hookTimeout: testMs, ...waits };

// The test files of one worker share their imports, which halves the CPU time. A test must therefore not leave state in
// a module or a global. The console's test files (dom) start with a fresh page and fresh modules of this repository.
const shared = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  test: {
    root,
    // One worker per core, because the tests wait for PostgreSQL about as often as they compute.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: files.unit, ...shared, ...limits } },
      {
        test: {
          name: "dom",
          include: files.dom,
          environment: "happy-dom",
          setupFiles: ["tests/support/page.setup.ts"],
          ...shared,
          ...limits,
        },
      },
      { test: { name: "integration", include: files.integration, ...database, ...shared, ...limits } },
      {
        test: {
          name: "system",
          include: files.system,
          ...database,
          // Whole servers start, die and recover here.
          testTimeout: systemTestMs,
          hookTimeout: systemTestMs,
          ...waits,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

// The four kinds of tests (tools/test/projects.ts says which file is which). `npx vitest run PATH` runs one file.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { systemTestMs, testMs, waitMs } from "./tests/support/time-limits.ts";
import { testFiles } from "./tools/test/projects.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = testFiles(root);
const database = { globalSetup: ["tests/support/database.setup.ts"] };
const waits = { expect: { poll: { timeout: waitMs } } };
const limits = { testTimeout: testMs, hookTimeout: testMs, ...waits };

// Files of one worker share what they import, which halves the processor's time: a test that leaves something behind in
// a module or a global is a test to mend. The console's files (dom) find the page and our modules as if it had just
// been opened.
const shared = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  test: {
    root,
    // One a core: the tests wait for PostgreSQL about as often as they compute.
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

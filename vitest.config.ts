// The four kinds of tests (tools/test/projects.ts says which file is which). `npx vitest run PATH` runs one file.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { testFiles } from "./tools/test/projects.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = testFiles(root);
const database = { globalSetup: ["tests/database.setup.ts"] };
// Nothing here is timed: whatever takes seconds when both cores are busy is still right.
const patient = { testTimeout: 20_000, hookTimeout: 20_000 };

// Files of one worker share what they import, which halves the processor's time: a test that leaves something behind in
// a module or a global is a test to mend. The console's files (dom) find the page and our modules as if it had just been
// opened.
const shared = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  test: {
    root,
    // One a core: the tests wait for PostgreSQL about as often as they compute.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: files.unit, ...shared, ...patient } },
      {
        test: {
          name: "dom",
          include: files.dom,
          environment: "happy-dom",
          setupFiles: ["tests/page.setup.ts"],
          ...shared,
          ...patient,
        },
      },
      { test: { name: "integration", include: files.integration, ...database, ...shared, ...patient } },
      {
        test: {
          name: "system",
          include: files.system,
          ...database,
          // Whole servers start, die and recover here.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

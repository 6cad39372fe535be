// The four kinds of tests (tools/test/projects.ts says which file is which). `npx vitest run PATH` runs one file.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { testFiles } from "./tools/test/projects.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = testFiles(root);
const database = { globalSetup: ["tests/database.setup.ts"] };
// A clone of the template and the first connections take a while when both cores are busy.
const patient = { testTimeout: 20_000, hookTimeout: 20_000 };

export default defineConfig({
  test: {
    root,
    // One a core: the tests wait for PostgreSQL about as often as they compute.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: files.unit } },
      { test: { name: "dom", include: files.dom, environment: "happy-dom" } },
      { test: { name: "integration", include: files.integration, ...database, ...patient } },
      {
        test: {
          name: "system",
          include: files.system,
          ...database,
          // Whole servers start, die and recover here.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

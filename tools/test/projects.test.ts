import { expect, test } from "vitest";
import { projectOf } from "./projects.ts";

test.each([
  ["lib/text/bytes.test.ts", 'import { expect } from "vitest";', "unit"],
  ["server/log.test.ts", "// like tests/support/database.ts\nconst text = 'from \"node:child_process\"';", "unit"],
  ["console/client/http.test.ts", 'import { http } from "./http.ts";', "dom"],
  ["console/client/login.test.ts", '// @vitest-environment node\nimport { login } from "./login.ts";', "unit"],
  ["areas/health/console/arrange.test.ts", 'import { arrange } from "./arrange.ts";', "dom"],
  ["server/live.test.ts", 'import { testDatabase } from "#tests/support/database.ts";', "integration"],
  ["tests/api/about.test.ts", 'import { startTestServer } from "../support/test-server.ts";', "integration"],
  [
    "tests/start.test.ts",
    'import { spawn } from "node:child_process";\nimport { testDatabase } from "./database.ts";',
    "system",
  ],
])("%s runs in the test project that supports its imports", (path, source, project) => {
  expect(projectOf(path, source)).toBe(project);
});

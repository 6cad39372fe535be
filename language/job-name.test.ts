import { expect, test } from "vitest";
import { printJobName } from "./job-name.ts";

test.each([
  ["Canary", "Health check"],
  ["CleanOldThings", "Clean Old Things"],
  ["Roll up check statuses", "Roll up check statuses"],
  ["constructor", "constructor"],
])("prints the job name %s as %s", (name, printed) => expect(printJobName(name)).toBe(printed));

import { expect, test } from "vitest";
import { incidentSeverities, parseSeverity, severities, severityLabel } from "./severity.ts";

test("FM-11 stores severities in lower case and capitalizes their labels", () => {
  expect(severities.every((severity) => severity === severity.toLowerCase())).toBe(true);
  expect(incidentSeverities.map(severityLabel)).toEqual(["Low", "Medium", "High", "Critical", "Blocker"]);
  expect(["Medium", " HIGH ", "fatal"].map(parseSeverity)).toEqual(["medium", "high", undefined]);
});

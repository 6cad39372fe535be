import { expect, test } from "vitest";
import { severities } from "#language/severity.ts";
import { draw } from "#tests/console/draw.ts";
import { SeverityBadge, Status } from "./Badges.tsx";
import { JobStatus, printJobName } from "./JobStatus.tsx";
import { meaningOf } from "./meaning.ts";

test.each([
  ["Healthy", "healthy"],
  ["CrashLoopBackOff", "unhealthy"],
  ["degraded", "unhealthy"],
  ["missing", "unhealthy"],
  ["In Progress", "warning"],
  ["WARN", "warning"],
  ["suspended", "unknown"],
  ["TIMED_OUT", "unhealthy"],
  ["FailedToPullImage", "unhealthy"],
  ["Something else", "unknown"],
  [null, "unknown"],
])("the status %s has the meaning %s", (status, meaning) => expect(meaningOf(status)).toBe(meaning));

test("shows the status of the source, split into words at capital letters", async () => {
  const { element, redraw } = await draw(<Status status="CrashLoopBackOff" />);
  expect(element.textContent).toBe("Crash Loop Back Off");
  expect(element.querySelector("svg")).not.toBeNull();
  await redraw(<Status status={null} />);
  expect(element.textContent).toBe("");
});

test.each([
  ["FAILED", "text-unhealthy-text"],
  ["WARNING", "text-warning-text"],
  ["SUCCESS", ""],
] as const)("a job with the status %s has the same colour in every list", async (status, look) => {
  const { element } = await draw(<JobStatus status={status} />);
  expect(element.querySelector("span")?.className.replace("flex items-center gap-1.5", "").trim()).toBe(look);
});

test.each([
  ["Canary", "Health check"],
  ["CleanOldThings", "Clean old things"],
  ["SyncAWSAccounts", "Sync AWS accounts"],
  ["Evaluate Evidence", "Evaluate evidence"],
  ["Roll up check statuses", "Roll up check statuses"],
  ["constructor", "constructor"],
])("prints the job name %s as %s", (name, printed) => expect(printJobName(name)).toBe(printed));

test("FM-11 severities are capitalised and have bars", async () => {
  for (const severity of severities) {
    const { element } = await draw(<SeverityBadge severity={severity.toUpperCase()} />);
    expect(element.textContent).toBe(severity[0]?.toUpperCase() + severity.slice(1));
    expect(element.querySelectorAll("rect")).toHaveLength(4);
  }
});

import { expect, test } from "vitest";
import { severities } from "#language/severity.ts";
import { draw } from "#tests/console/draw.ts";
import { SeverityBadge, Status } from "./Badges.tsx";
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
])("%s means %s", (status, meaning) => expect(meaningOf(status)).toBe(meaning));

test("shows the status of the source, split into words at capital letters", async () => {
  const { element, redraw } = await draw(<Status status="CrashLoopBackOff" />);
  expect(element.textContent).toBe("Crash Loop Back Off");
  expect(element.querySelector("svg")).not.toBeNull();
  await redraw(<Status status={null} />);
  expect(element.textContent).toBe("");
});

test("FM-11 severities are capitalised and have bars", async () => {
  for (const severity of severities) {
    const { element } = await draw(<SeverityBadge severity={severity.toUpperCase()} />);
    expect(element.textContent).toBe(severity[0]?.toUpperCase() + severity.slice(1));
    expect(element.querySelectorAll("rect")).toHaveLength(4);
  }
});

import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { SystemProcess } from "../contract.ts";
import { NoWorkerNotice } from "./NoWorkerNotice.tsx";

const processes = (...roles: SystemProcess["role"][]) => roles.map((role) => ({ role }) as SystemProcess);

test("a system with web processes only shows that no worker runs", async () => {
  const { element } = await draw(<NoWorkerNotice processes={processes("web", "web")} />);
  expect(element.textContent).toContain("No worker is running: checks, scrapers and jobs do not run.");
});

test.each([
  ["the processes are loading", undefined],
  ["a worker runs", processes("web", "worker")],
  ["one process does all the work", processes("all")],
])("the page shows no warning if %s", async (_, running) => {
  const { element } = await draw(<NoWorkerNotice processes={running} />);
  expect(element.textContent).toBe("");
});

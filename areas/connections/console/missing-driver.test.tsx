import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { MissingDriver } from "./ConnectionForm.tsx";

const kind = { type: "sql_server", title: "SQL Server", icon: "sqlserver", schema: {} };

test("the form shows the command that installs a missing driver, until the driver is installed", async () => {
  const install = "node bin/quarterdeck.mjs install tedious";
  const { element, redraw } = await draw(<MissingDriver kind={{ ...kind, install }} />);
  expect(element.querySelector("[role=note]")?.textContent).toContain("The SQL Server driver is not installed");
  expect(element.querySelector("pre")?.textContent).toBe(install);
  await redraw(<MissingDriver kind={kind} />);
  expect(element.textContent).toBe("");
});

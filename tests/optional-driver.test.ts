import { expect, test, vi } from "vitest";
import { runOne } from "./support/checks.ts";
import { tedious } from "#areas/connections/server/clients/tedious-driver.ts";
import { failureOf } from "#areas/connections/server/index.ts";
import { sqlServer } from "#areas/connections/server/types/sql_server.ts";

const command = "node bin/quarterdeck.mjs install tedious";
const url = "sqlserver://ada:lovelace@127.0.0.1:1?database=orders";

test("a check without the driver reports that it could not run, and shows the command that installs the driver", async () => {
  vi.spyOn(tedious, "installCommand").mockReturnValue(command);
  expect(await runOne("mssql", { url, query: "select 1" })).toMatchObject({
    verdict: "could_not_check",
    error: expect.stringMatching(
      new RegExp(`^The SQL Server driver is not installed\\. An administrator can install it .*: ${command}$`),
    ),
  });
});

test("a connection test without the driver shows the command that installs the driver", async () => {
  vi.spyOn(tedious, "installCommand").mockReturnValue(command);
  const connection = { url, username: null, password: null, insecure_tls: false, properties: {} } as never;
  const trial = { signal: new AbortController().signal } as never;
  const failure = await sqlServer.test!(connection, trial).catch(failureOf);
  expect(failure).toMatchObject({
    message: "The SQL Server driver is not installed",
    fix: expect.stringMatching(new RegExp(`: ${command}$`)),
  });
});

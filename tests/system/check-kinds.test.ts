// Tests the results and failures of check kinds against real servers (tests/servers).
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAllServers, type Servers } from "../servers/all-servers.ts";
import { codeCheckRows } from "../servers/check-rows/code.ts";
import { databaseCheckRows } from "../servers/check-rows/databases.ts";
import { fileCheckRows } from "../servers/check-rows/files.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { look } from "../servers/look.ts";

const tables = { ...databaseCheckRows, ...fileCheckRows, ...codeCheckRows };

describeWithServers("kinds of checks", () => {
  let at: Servers;
  beforeAll(async () => {
    at = await startAllServers();
  });
  afterAll(async () => {
    await at?.stop();
  });

  const rows = Object.entries(tables).flatMap(([type, table]) => table.map((row) => ({ type, row })));
  test.concurrent.each(rows)("$type: $row.0", async ({ type, row: [, spec, found, more] }) => {
    expect(await look(type, spec(at), more?.(at))).toMatchObject(found);
  });
});

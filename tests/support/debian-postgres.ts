// The distribution's PostgreSQL, for suites that test the product on a PostgreSQL server that is not part of the
// product:
//
//   describeWithDebianPostgres("two web and two worker processes", (bin) => {
//     … const server = await startPostgres({ bin }); … await server.stop();     (tests/support/postgres.ts)
//   });
//
// Without this PostgreSQL the suite is skipped, with the reason in its name; with CI=true it runs and fails.
import { describe } from "vitest";
import { findDebianPostgres } from "./postgres.ts";

const reason = "no PostgreSQL under /usr/lib/postgresql: apt-get install postgresql";

export function describeWithDebianPostgres(name: string, suite: (bin: string) => void): void {
  const bin = findDebianPostgres();
  const isSkipped = bin === undefined && process.env["CI"] !== "true";
  // oxlint-disable-next-line vitest/valid-title -- the suite that calls this has a literal one
  describe.skipIf(isSkipped)(bin === undefined ? `${name} (${reason})` : name, () => {
    suite(bin ?? "/usr/lib/postgresql");
  });
}

// For suites that run against Debian's servers:
//
//   describeWithServers("connections that are tried out", () => { … });
//
// Without these servers the suite is skipped, and its name contains the reason. With CI=true it runs and fails.
import { describe } from "vitest";
import { missingPackages } from "./debian-programs.ts";

export function describeWithServers(name: string, suite: () => void): void {
  const missing = missingPackages();
  const isSkipped = missing.length > 0 && process.env["CI"] !== "true";
  const reason = `no ${missing.join(", ")}: node bin/run.mjs tools/test/debian-servers.ts fetches what is missing`;
  // oxlint-disable-next-line vitest/valid-title -- the suite that calls this has a literal one
  describe.skipIf(isSkipped)(missing.length > 0 ? `${name} (${reason})` : name, () => {
    suite();
  });
}

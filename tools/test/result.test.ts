import { expect, test } from "vitest";
import { nothing, oneCheck, readPlaywright, readVitest, sum, total, withExit } from "./result.ts";

test("prints the totals of all runners in the last line, and skipped tests only if there are skipped tests", () => {
  expect(total(sum([oneCheck(true), oneCheck(false), { ...nothing, passed: 40 }]))).toBe("41 passed, 1 failed");
  expect(total({ ...nothing, passed: 3, skipped: 2 })).toBe("3 passed, 0 failed, 2 skipped");
});

test("counts tests in vitest's report, and a file that could not be loaded as one failure", () => {
  const report = {
    testResults: [
      {
        name: "/repo/server/log.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "a", status: "passed", duration: 12 },
          { fullName: "b", status: "failed", duration: 3 },
          { fullName: "c", status: "skipped" },
        ],
      },
      { name: "/repo/server/broken.test.ts", status: "failed", assertionResults: [] },
    ],
  };
  expect(readVitest(report, "/repo")).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    tests: [
      { title: "a", file: "server/log.test.ts", ms: 12 },
      { title: "b", file: "server/log.test.ts", ms: 3 },
      { title: "c", file: "server/log.test.ts", ms: 0 },
    ],
    skips: ["server/log.test.ts › c"],
  });
});

test("counts nested tests in Playwright's report; flaky tests and errors outside of tests count as failures", () => {
  const spec = (title: string, status: "expected" | "flaky" | "skipped") => ({
    title,
    file: "login.spec.ts",
    tests: [
      { status, annotations: [{ type: "skip", description: "no clock" }], results: [{ duration: 5 }, { duration: 7 }] },
    ],
  });
  const inner = { title: "sign-in", specs: [spec("works", "expected"), spec("sometimes", "flaky")] };
  const suites = [{ title: "login.spec.ts", suites: [inner], specs: [spec("later", "skipped")] }];
  const { tests, ...counts } = readPlaywright({ suites, errors: [{}] }, "tests/console");
  expect(counts).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    skips: ["tests/console/login.spec.ts › later: no clock"],
  });
  expect(tests[0]).toEqual({ title: "works", file: "tests/console/login.spec.ts", ms: 12 });
});

test("adds one failure if a runner exits with an error but reports no failed test", () => {
  expect(withExit({ ...nothing, passed: 9 }, 1).failed).toBe(1);
  expect(withExit({ ...nothing, passed: 9 }, null).failed).toBe(1);
  expect(withExit({ ...nothing, passed: 9, failed: 2 }, 1).failed).toBe(2);
  expect(withExit({ ...nothing, passed: 9 }, 0).failed).toBe(0);
});

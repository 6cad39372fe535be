// The result of a stage: counts, and each test with its duration, read from the reports of the runners.

export interface TestTime {
  title: string;
  file: string;
  ms: number;
}

export interface Result {
  passed: number;
  failed: number;
  skipped: number;
  tests: readonly TestTime[];
  /** The skipped tests, with the reason if there is one. */
  skips: readonly string[];
}

export const nothing: Result = { passed: 0, failed: 0, skipped: 0, tests: [], skips: [] };

/** Returns the result of a single check. */
export const oneCheck = (holds: boolean): Result => ({ ...nothing, passed: holds ? 1 : 0, failed: holds ? 0 : 1 });

export const sum = (results: readonly Result[]): Result =>
  results.reduce(
    (all, item) => ({
      passed: all.passed + item.passed,
      failed: all.failed + item.failed,
      skipped: all.skipped + item.skipped,
      tests: [...all.tests, ...item.tests],
      skips: [...all.skips, ...item.skips],
    }),
    nothing,
  );

/** Returns the last line of a run. */
export const total = ({ passed, failed, skipped }: Result) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** If a runner exits with an error but reports no failed test, this counts as one failure. */
export const withExit = (result: Result, code: number | null): Result =>
  code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

export function readVitest(report: VitestReport, root: string): Result {
  return sum(
    report.testResults.map(({ name, status, assertionResults }): Result => {
      const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
      const byStatus = (...states: string[]) => assertionResults.filter((test) => states.includes(test.status));
      const skipped = byStatus("skipped", "pending", "todo", "disabled");
      const failed = byStatus("failed").length;
      return {
        passed: byStatus("passed").length,
        // A file that could not be loaded, or whose hook failed, contains no failed test.
        failed: failed === 0 && status === "failed" ? 1 : failed,
        skipped: skipped.length,
        tests: assertionResults.map((test) => ({ title: test.fullName, file, ms: test.duration ?? 0 })),
        skips: skipped.map((test) => `${file} › ${test.fullName}`),
      };
    }),
  );
}

interface PlaywrightSuite {
  title: string;
  file?: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: {
      status: "expected" | "unexpected" | "flaky" | "skipped";
      annotations?: { type: string; description?: string }[];
      results: { duration: number }[];
    }[];
  }[];
}

export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors?: unknown[];
}

export function readPlaywright({ suites, errors = [] }: PlaywrightReport, folder: string): Result {
  const resultsOfSuite = (suite: PlaywrightSuite): Result[] => [
    ...(suite.suites ?? []).flatMap(resultsOfSuite),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status, results, annotations = [] }): Result => {
        const path = `${folder}/${file}`;
        const reason = annotations.find(({ type }) => type === "skip")?.description;
        return {
          passed: status === "expected" ? 1 : 0,
          // A flaky test counts as failed, even though a retry passed.
          failed: status === "unexpected" || status === "flaky" ? 1 : 0,
          skipped: status === "skipped" ? 1 : 0,
          tests: [{ title, file: path, ms: results.reduce((ms, { duration }) => ms + duration, 0) }],
          skips: status === "skipped" ? [`${path} › ${title}${reason ? `: ${reason}` : ""}`] : [],
        };
      }),
    ),
  ];
  const result = sum(suites.flatMap(resultsOfSuite));
  return { ...result, failed: result.failed + errors.length };
}

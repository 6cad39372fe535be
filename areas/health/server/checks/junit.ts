// Runs a script that writes test reports; the check passes if no test failed.
import {
  artifactsOf,
  exitCodeOf,
  failureIn,
  runScript,
  scriptFields,
  scriptMs,
  type ScriptRan,
} from "#server/exec/script.ts";
import { fitsPattern } from "#server/exec/left-files.ts";
import { duration, refused, text } from "#server/spec/parts.ts";
import { scriptAccess } from "#areas/connections/server/index.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { readReport, type TestSuite } from "./junit-report.ts";
import { asSpecFault } from "./check-errors.ts";

const defaultTimeout = "5m";
const maxKept = 200;
const maxReported = 10;

export const junit = defineCheck({
  type: "junit",
  title: "JUnit",
  icon: "junit",
  group: "Jobs and scripts",
  onlyAdmins: true,
  spec: check({
    ...scriptFields,
    script: text.optional().meta({ label: "Script", field: "long-text" }),
    timeout: duration
      .optional()
      .meta({ label: "Timeout", placeholder: defaultTimeout, description: `Default: ${defaultTimeout}.` }),
    testResults: text.optional().meta({
      label: "Test results",
      placeholder: "reports/*.xml",
      description: "A folder or a file pattern. Default: all files that end in .xml.",
    }),
    spec: refused(
      "is not supported, because tests do not run in pods. Remove spec, add a script that runs the tests, and set testResults to the path of its reports",
    ),
  }),
  endpoint: ({ name }) => name,
  host: () => "exec",
  takesMs: ({ timeout = defaultTimeout, checkout }) => scriptMs({ timeout, checkout }),

  async run(spec, run) {
    if (!spec.script)
      throw new CheckInvalid("A junit check needs a script that runs the tests and writes their reports.");
    if (spec.checkout && !spec.testResults?.trim())
      throw new CheckInvalid("A repository may contain other XML files: set testResults to the path of the reports.");
    const startedAt = performance.now();
    const reports = patternOf(spec.testResults);
    const finished = await asSpecFault(
      runScript({ ...spec, script: spec.script, timeout: spec.timeout ?? defaultTimeout }, run, {
        ...scriptAccess(run),
        wanted: [reports],
      }),
    );
    const { suites, unreadable } = suitesIn(finished, reports);
    const sum = summed(suites);
    const found = {
      durationMs: performance.now() - startedAt,
      message: `${sum.passed} passed, ${sum.failed} failed, ${sum.error} broken, ${sum.skipped} skipped`,
      detail: { ...sum, exitCode: exitCodeOf(finished), failures: failuresIn(suites).slice(0, maxKept) },
      data: { results: { suites, ...sum } },
      artifacts: artifactsOf({ ...spec, script: spec.script }, finished),
    };
    const failures = failuresIn(suites);
    const tookTooLong = finished.ending.how === "timeout";
    if (failures.length > 0) return unhealthy(describe(failures), found);
    if (unreadable.length > 0) return unhealthy(unreadable.join(", "), { ...found, tookTooLong });
    // The script did not finish, even if all its tests passed.
    const failure = failureIn(finished);
    if (failure !== undefined) return unhealthy(failure, { ...found, tookTooLong });
    if (suites.length === 0) return unhealthy(`the script wrote no reports: there is no ${reports}`, found);
    if (spec.markFailOnEmpty !== false && sum.passed + sum.skipped === 0)
      return unhealthy("the reports contain no tests", found);
    return healthy(found);
  },
});

/** A folder selects all reports in it. */
function patternOf(written: string | undefined): string {
  const path = (written ?? "").trim().replace(/^\.\//, "").replace(/\/+$/, "");
  if (path === "") return "**/*.xml";
  return /\.xml$|\*/i.test(path) ? path : `${path}/**/*.xml`;
}

function suitesIn({ left }: ScriptRan, reports: string): { suites: TestSuite[]; unreadable: string[] } {
  const suites: TestSuite[] = [];
  const unreadable: string[] = [];
  for (const { path, body } of left?.files ?? []) {
    if (!fitsPattern(reports, path)) continue;
    try {
      suites.push(...readReport(body.toString("utf8")));
    } catch (error) {
      unreadable.push(`${path} ${(error as Error).message}`);
    }
  }
  return { suites, unreadable };
}

const counted = ["passed", "failed", "skipped", "error", "duration"] as const;

const summed = (suites: readonly TestSuite[]) =>
  Object.fromEntries(
    counted.map((what) => [what, Math.round(suites.reduce((sum, suite) => sum + suite[what], 0) * 1e6) / 1e6]),
  ) as Record<(typeof counted)[number], number>;

const failuresIn = (suites: readonly TestSuite[]) =>
  suites.flatMap((suite) =>
    suite.tests
      .filter(({ status }) => status === "failed" || status === "error")
      .map(({ name, classname, status, message }) => ({ suite: suite.name, name, classname, status, message })),
  );

const describe = (failures: ReturnType<typeof failuresIn>) =>
  [
    `${failures.length} ${failures.length === 1 ? "test" : "tests"} failed`,
    ...failures.slice(0, maxReported).map(({ suite, name, message }) => {
      const first = message.split("\n")[0]!.slice(0, 200);
      return `${[suite, name].filter(Boolean).join(" / ")}${first === "" ? "" : `: ${first}`}`;
    }),
    ...(failures.length > maxReported ? [`and ${failures.length - maxReported} more`] : []),
  ].join(", ");

// The stages of `npm test` and `npm run check`. Each is one line when it is over, with its output when it failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "#server/repository.ts";
import { runCommand, type Command, type Outcome } from "./command.ts";
import {
  nothing,
  oneCheck,
  readPlaywright,
  readVitest,
  withExit,
  type PlaywrightReport,
  type Result,
} from "./result.ts";
import type { Project } from "./projects.ts";

/** Runs a stage, says how it went, and gives what it proved. A stage that cannot run has failed. */
export async function stage(name: string, work: () => Promise<Staged>): Promise<Result> {
  const begun = performance.now();
  const {
    result,
    output,
    note = "",
  } = await work().catch((error: unknown) => ({
    result: oneCheck(false),
    output: error instanceof Error ? error.message : String(error),
    note: "",
  }));
  const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8);
  const failed = result.failed > 0;
  console.log(`${failed ? "✗" : "✓"} ${name.padEnd(28)} ${seconds}${note && `  ${note}`}`);
  if (failed) console.log(`\n${output.trim()}\n`);
  return result;
}

export interface Staged {
  result: Result;
  output: string;
  note?: string;
}

const check = async (...commands: Command[]): Promise<Staged> => {
  const outcomes = await Promise.all(commands.map(runCommand));
  return {
    result: oneCheck(outcomes.every(({ code }) => code === 0)),
    output: outcomes
      .filter(({ code }) => code !== 0)
      .map(({ output }) => output)
      .join("\n"),
  };
};

// Each further checker of the compiler's, or thread of the linter's, finds the same types once more: beside other stages
// that costs more than it gains. Both are programs of Go and end soon, so that their garbage can lie longer.
const sparing = { GOGC: "400" };

// The two projections say what each side may use; the third has the tests of the console's side, which use both. In the
// fast loop what the compiler found the last time is kept, and only what a change reaches is looked at again.
export const types = ({ isKept = false } = {}) =>
  stage("types", () =>
    check(
      ...["server", "console", "tests"].map((projection) => {
        const run = ["node_modules/typescript/bin/tsc", "--checkers", "1", "-p", `tsconfig.${projection}.json`];
        if (isKept) run.push("--incremental", "--tsBuildInfoFile", `node_modules/.cache/types/${projection}.json`);
        return { run, env: sparing };
      }),
    ),
  );

export const lint = () =>
  stage("lint", () =>
    check({
      run: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"],
      env: { ...sparing, GOMAXPROCS: "1" },
    }),
  );

export const formatting = () =>
  stage("formatting", async () => {
    const { result, output } = await check({ run: ["node_modules/oxfmt/bin/oxfmt", "--check"] });
    return { result, output: `${output}\nMend it: npm run format` };
  });

export const build = () => stage("build", () => check({ run: ["tools/test/build.ts"] }));

export const vitest = (name: string, projects: readonly Project[]) =>
  stage(name, () =>
    withReport(async (report) => {
      const { code, output } = await runCommand({
        run: [
          "node_modules/vitest/vitest.mjs",
          "run",
          ...projects.flatMap((project) => ["--project", project]),
          "--reporter=default",
          "--reporter=json",
          `--outputFile.json=${report}`,
        ],
        progress: /^\s*[✓❯×↓] \S+ +\S+\.test\.tsx? /u,
      });
      return reported(report, { code, output }, (json) => readVitest(json as never, repository));
    }),
  );

export const browser = (chromium: Promise<string>) =>
  stage("browser", () =>
    withReport(async (report) => {
      const { code, output } = await runCommand({
        run: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
        env: { CHROMIUM_PATH: await chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        progress: /^\s*[✓✘-]\s+\d+ /u,
      });
      return reported(report, { code, output }, (json) => readPlaywright(json as PlaywrightReport, "tests/console"));
    }),
  );

/** The runner's own report is the truth about counts; without one it never got as far as a test. */
function reported(file: string, { code, output }: Outcome, read: (json: unknown) => Result): Staged {
  let result = nothing;
  try {
    result = read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (code === 0) throw error;
  }
  const { passed, failed, skipped } = withExit(result, code);
  const note = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  return { result: { ...result, failed }, output, note: note.filter(Boolean).join(", ") };
}

async function withReport(work: (file: string) => Promise<Staged>): Promise<Staged> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-report-"));
  try {
    return await work(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

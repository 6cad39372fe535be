// The stages of `npm test` and `npm run check`. Each prints one line when it ends, and its output if it failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
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

/** Runs a stage, prints its outcome and returns its result. A stage that cannot run counts as failed. */
export async function stage(name: string, work: () => Promise<Staged>): Promise<Result> {
  const startedAt = performance.now();
  const {
    result,
    output,
    note = "",
  } = await work().catch((error: unknown) => ({
    result: oneCheck(false),
    output: error instanceof Error ? error.message : String(error),
    note: "",
  }));
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
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

// The compiler and the linter are short-lived Go programs, so garbage collection can be rare. More checkers or threads
// would compute the same types repeatedly, which costs more than it saves while other stages run.
const sparing = { GOGC: "400" };

// Two configurations define what the server and the console may use; the third contains the console tests, which use
// both. `isKept` stores the compiler's results, so that only the files affected by a change are checked.
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
    return { result, output: `${output}\nTo fix it: npm run format` };
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

/** The report of the runner has the counts; without a report no test was run. */
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

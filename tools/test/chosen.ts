// `npm test -- PATH…`: runs some test files or folders, such as `npm test -- tests/api/logs.test.ts`, and downloads what
// they need. Options go to the test runner: `npm test -- lib/text -t words`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import { provideChromium } from "./chromium.ts";
import { runCommand, type Command } from "./command.ts";
import { provideDebianServers } from "./debian-servers.ts";

/** Returns the exit code. */
export async function runChosen(args: readonly string[]): Promise<number> {
  const { vitest, playwright } = runnersOf(args);
  const commands: Command[] = [];
  if (vitest.length > 0) {
    if (needDebianServers(vitest)) await provideDebianServers();
    commands.push({ run: ["node_modules/vitest/vitest.mjs", "run", ...vitest] });
  }
  if (playwright.length > 0) {
    const env = { CHROMIUM_PATH: await provideChromium("shell") };
    commands.push({ run: ["node_modules/@playwright/test/cli.js", "test", ...playwright], env });
  }
  let failed = 0;
  for (const command of commands) {
    const { code } = await runCommand({ ...command, isShown: true });
    if (code !== 0) failed = code ?? 1;
  }
  return failed;
}

/** Assigns the arguments to the runners. If only one runner has files, it gets all options. */
export function runnersOf(args: readonly string[]): { vitest: readonly string[]; playwright: readonly string[] } {
  const isForBrowser = (arg: string) => arg.startsWith("tests/console");
  const playwright = args.filter(isForBrowser);
  const vitest = args.filter((arg) => !isForBrowser(arg));
  if (playwright.length > 0 && !vitest.some((arg) => /\.test\.tsx?$/.test(arg)))
    return { vitest: [], playwright: args };
  return { vitest, playwright };
}

/** Whether one of the files, or a file in one of the folders, tests against Debian's servers. */
const needDebianServers = (paths: readonly string[]): boolean =>
  globSync(
    paths.flatMap((path) => [path, `${path}/**/*.test.ts`]),
    { cwd: repository },
  ).some((path) => path.endsWith(".test.ts") && readFileSync(join(repository, path), "utf8").includes("WithServers("));

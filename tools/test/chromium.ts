// Provides a Chromium for the browser tests and benches: the Chromium of the machine, or of Playwright, or a downloaded
// one.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { aptInstall, canInstall, isOffered } from "./apt.ts";
import { runCommand } from "./command.ts";

/**
 * The tests prefer the headless shell of Debian: the same browser without windows, menus and toolbars of its own, so
 * that a page takes about a third less CPU time. Benches measure the browser that people use.
 */
export type ChromiumKind = "shell" | "browser";

const shell = "chromium-headless-shell";
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the Chromium that is already installed; undefined if no Chromium is installed. */
export function findChromium(kind: ChromiumKind): string | undefined {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured) {
    if (!works(configured)) throw new Error(`CHROMIUM_PATH=${configured} is not a working Chromium.`);
    return configured;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const names = kind === "shell" ? [shell, ...browsers] : browsers;
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const isHere = (path: string) => existsSync(path) && works(path);
  return onPath.find(isHere) ?? [playwrightsOwn()].find(isHere);
}

/** Playwright is loaded only when needed, because loading it is slow. */
function playwrightsOwn(): string {
  const { chromium } = createRequire(import.meta.url)("@playwright/test") as typeof import("@playwright/test");
  return chromium.executablePath();
}

/** A launcher may exist without its browser, like Ubuntu's package for snap. */
function works(path: string): boolean {
  try {
    return /chrom/i.test(execFileSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return false;
  }
}

export async function provideChromium(kind: ChromiumKind): Promise<string> {
  const found = findChromium(kind);
  const isWanted = kind === "shell" && !process.env["CHROMIUM_PATH"] && !found?.endsWith(shell);
  const tried: string[] = [];
  if (isWanted && canInstall() && (found === undefined || (await isOffered(shell))))
    tried.push(await aptInstall(shell));
  else if (found) return found;
  if (findChromium(kind) === undefined) {
    if (canInstall()) tried.push(await aptInstall("chromium"));
    else
      tried.push((await runCommand({ run: ["node_modules/@playwright/test/cli.js", "install", "chromium"] })).output);
  }
  const provided = findChromium(kind);
  if (provided) return provided;
  throw new Error(
    "There is no Chromium for the browser tests. Install one (Debian, as root: apt-get install chromium) " +
      `or name one: CHROMIUM_PATH=/path/to/chromium npm test\n${tried.join("\n")}`,
  );
}

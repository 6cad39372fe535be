// Tests `quarterdeck install NAME --from DIR` without a network, in a copy of the starter with a driver that consists
// of one small package.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { optionalDriver } from "#server/optional-driver.ts";
import { repository } from "#lib/load/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const root = mkdtempSync(join(scratchFolder(), "starter-"));
cpSync(join(repository, "bin"), join(root, "bin"), { recursive: true });
writeFileSync(join(root, "package.json"), '{"type": "module"}');
const driver = join(root, "drivers/answer");
const tarballs = join(root, "tarballs");
for (const folder of [driver, tarballs, join(root, "answer")]) mkdirSync(folder, { recursive: true });
writeFileSync(join(root, "answer/package.json"), '{"name": "answer", "version": "1.0.0", "main": "index.js"}');
writeFileSync(join(root, "answer/index.js"), "module.exports = 42;");
execFileSync("npm", ["pack", "--silent", "--pack-destination", tarballs, "./answer"], { cwd: root, stdio: "ignore" });
const [tarball = ""] = readdirSync(tarballs);

function pin(bytes: Buffer | string) {
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const manifest = { name: "driver-answer", private: true, description: "Answers", dependencies: { answer: "1.0.0" } };
  writeFileSync(join(driver, "package.json"), JSON.stringify(manifest));
  const packages = { "": manifest, "node_modules/answer": { version: "1.0.0", integrity } };
  writeFileSync(
    join(driver, "package-lock.json"),
    JSON.stringify({ name: manifest.name, lockfileVersion: 3, packages }),
  );
}

function install(...args: string[]) {
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_cache: join(root, "cache") };
  const command = [join(root, "bin/quarterdeck.mjs"), "install", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("installs the pinned packages from a folder of tarballs, but only once", () => {
  pin(readFileSync(join(tarballs, tarball)));
  const { installCommand, load } = optionalDriver<number>("answer", driver);
  expect(installCommand()).toBe("node bin/quarterdeck.mjs install answer");
  const { status, stdout } = install("answer", "--from", tarballs);
  expect(stdout).toContain("answer (Answers), 1 packages");
  expect(status).toBe(0);
  expect(installCommand()).toBeUndefined();
  expect(load()).toBe(42);
  expect(install("answer").stdout).toContain("up to date");
  expect(readdirSync(driver).sort()).toEqual(["node_modules", "package-lock.json", "package.json"]);
});

test("rejects tarballs that differ from the lock file, and keeps the installed driver", () => {
  pin("another release");
  const { status, stderr } = install("answer", "--from", tarballs);
  expect(status).toBe(1);
  expect(stderr).toContain("lacks 1 of 1 packages, or has different versions of them: answer 1.0.0.");
  expect(existsSync(join(driver, "node_modules/answer/index.js"))).toBe(true);
  expect(optionalDriver("answer", driver).installCommand()).toBe("node bin/quarterdeck.mjs install answer");
});

test("lists the drivers if the name is unknown", () => {
  expect(install("nothing")).toMatchObject({ status: 2 });
  expect(install("nothing").stderr).toContain('There is no driver "nothing". Drivers: answer (Answers).');
  expect(install().stderr).toContain("install needs DRIVER.");
});

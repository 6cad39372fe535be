// Tests the steps of the starter before the server runs, in a minimal clone where npm has nothing to download.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment } from "./child.ts";

const lockFile = (version: string) =>
  JSON.stringify({
    name: "quarterdeck",
    version: "0.1.0",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": {
        name: "quarterdeck",
        version: "0.1.0",
        dependencies: { leaf: "file:leaf" },
        devDependencies: { tool: "file:tool" },
      },
      leaf: { version },
      "node_modules/leaf": { resolved: "leaf", link: true },
      tool: { version: "1.0.0", dev: true },
      "node_modules/tool": { resolved: "tool", link: true, dev: true },
    },
  });

function smallClone(server = "console.log('the server runs');"): string {
  const clone = temporary();
  cpSync(join(repository, "bin"), join(clone, "bin"), { recursive: true });
  mkdirSync(join(clone, "main"));
  for (const name of ["leaf", "tool"]) {
    mkdirSync(join(clone, name));
    writeFileSync(join(clone, name, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  }
  const manifest = {
    name: "quarterdeck",
    version: "0.1.0",
    type: "module",
    dependencies: { leaf: "file:leaf" },
    devDependencies: { tool: "file:tool" },
  };
  const scripts = { start: "node bin/quarterdeck.mjs start" };
  writeFileSync(join(clone, "package.json"), JSON.stringify({ ...manifest, scripts }));
  writeFileSync(join(clone, "package-lock.json"), lockFile("1.0.0"));
  writeFileSync(join(clone, "main", "server.ts"), server);
  return clone;
}

const quarterdeck = (clone: string, ...args: string[]) => command(clone, "quarterdeck.mjs", ...args);

/** Runs a file with the development tools, as npm test does. */
const runWithTools = (clone: string) => command(clone, "run.mjs", "main/server.ts");

async function command(clone: string, name: string, ...args: string[]) {
  const { ended, lines, errors } = new Child(process.execPath, [join(clone, "bin", name), ...args], {
    cwd: clone,
    env: plainEnvironment,
  });
  const { code } = await ended;
  return { code, out: lines.join("\n"), errors: errors.join("\n") };
}

describe("the starter", () => {
  test("installs in a fresh clone, and again only if the lock file has changed", async () => {
    const clone = smallClone();
    const first = await quarterdeck(clone, "start");
    expect(first.code).toBe(0);
    expect(first.out).toMatch(
      /✓ install +\d+\.\d s {2}1 packages\n✓ runtime .*\n✓ build .*no console in this clone\nthe server runs$/,
    );
    expect(existsSync(join(clone, "node_modules", "leaf"))).toBe(true);

    writeFileSync(join(clone, "node_modules", "witness"), "of what is not touched");
    expect((await quarterdeck(clone, "start")).out).toMatch(/✓ install .* up to date/);
    expect(existsSync(join(clone, "node_modules", "witness"))).toBe(true);

    writeFileSync(join(clone, "leaf", "package.json"), JSON.stringify({ name: "leaf", version: "2.0.0" }));
    writeFileSync(join(clone, "package-lock.json"), lockFile("2.0.0"));
    expect((await quarterdeck(clone, "start")).out).toMatch(/✓ install .* 1 packages/);
    expect(existsSync(join(clone, "node_modules", "witness"))).toBe(false);
  });

  test("accepts an installation made by hand", async () => {
    const clone = smallClone();
    await quarterdeck(clone, "start");
    rmSync(join(clone, "node_modules", ".quarterdeck-installed"));
    writeFileSync(join(clone, "node_modules", "witness"), "");
    expect((await quarterdeck(clone, "start")).code).toBe(0);
    expect(existsSync(join(clone, "node_modules", "witness"))).toBe(true);
  });

  test("the starter does not install development tools; npm test adds the tools to the installed packages, and a later start keeps them", async () => {
    const clone = smallClone();
    const has = (name: string) => existsSync(join(clone, "node_modules", name));
    expect((await quarterdeck(clone, "start")).code).toBe(0);
    expect([has("leaf"), has("tool")]).toEqual([true, false]);

    // npm ci would delete the packages that a running server uses.
    writeFileSync(join(clone, "node_modules", ".witness"), "");
    expect((await runWithTools(clone)).out).toMatch(/^✓ install .* 2 packages\nthe server runs$/);
    expect([has("leaf"), has("tool"), has(".witness")]).toEqual([true, true, true]);

    expect((await quarterdeck(clone, "start")).out).toMatch(/✓ install .* up to date/);
    expect((await runWithTools(clone)).out).toBe("the server runs");
    expect(has("tool")).toBe(true);
    expect(readFileSync(join(clone, "package-lock.json"), "utf8")).toBe(lockFile("1.0.0"));

    writeFileSync(join(clone, "leaf", "package.json"), JSON.stringify({ name: "leaf", version: "2.0.0" }));
    writeFileSync(join(clone, "package-lock.json"), lockFile("2.0.0"));
    expect((await runWithTools(clone)).out).toMatch(/^✓ install .* 2 packages/);
    expect([has("leaf"), has("tool"), has(".witness")]).toEqual([true, true, false]);
  });

  test("recognises which packages are in an installation made by hand", async () => {
    const clone = smallClone();
    await quarterdeck(clone, "start");
    const stamp = join(clone, "node_modules", ".quarterdeck-installed");
    rmSync(stamp);
    expect((await runWithTools(clone)).out).toMatch(/^✓ install .* 2 packages/);
    rmSync(stamp);
    writeFileSync(join(clone, "node_modules", "witness"), "");
    expect((await quarterdeck(clone, "start")).code).toBe(0);
    expect((await runWithTools(clone)).out).toBe("the server runs");
    expect(existsSync(join(clone, "node_modules", "witness"))).toBe(true);
  });

  test("installs everything again if adding the tools was interrupted", async () => {
    const clone = smallClone();
    await quarterdeck(clone, "start");
    writeFileSync(join(clone, "node_modules", ".quarterdeck-adding"), "");
    writeFileSync(join(clone, "node_modules", ".witness"), "");
    // The packages of the product are complete.
    expect((await quarterdeck(clone, "start")).out).toMatch(/✓ install .* up to date/);
    expect((await runWithTools(clone)).out).toMatch(/^✓ install .* 2 packages/);
    expect(existsSync(join(clone, "node_modules", ".witness"))).toBe(false);
  });

  test("never installs into a linked directory", async () => {
    const [clone, other] = [smallClone(), smallClone()];
    await quarterdeck(other, "start");
    symlinkSync(join(other, "node_modules"), join(clone, "node_modules"));
    const before = readdirSync(join(other, "node_modules"));
    expect((await quarterdeck(clone, "start")).out).toMatch(/✓ install .* up to date/);

    writeFileSync(join(clone, "package-lock.json"), lockFile("2.0.0"));
    const refused = await quarterdeck(clone, "start");
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(`is a link to ${join(other, "node_modules")}, which does not match`);
    expect(readdirSync(join(other, "node_modules"))).toEqual(before);

    writeFileSync(join(clone, "package-lock.json"), lockFile("1.0.0"));
    const withoutTools = await runWithTools(clone);
    expect(withoutTools.code).toBe(1);
    expect(withoutTools.errors).toContain(
      `is a link to ${join(other, "node_modules")}, which lacks the devDependencies`,
    );
    expect(readdirSync(join(other, "node_modules"))).toEqual(before);
  });

  test("prints npm's output if the installation fails, and retries at the next start", async () => {
    const clone = smallClone();
    const good = readFileSync(join(clone, "package.json"), "utf8");
    writeFileSync(
      join(clone, "package.json"),
      good.replace('"leaf":"file:leaf"', '"leaf":"file:leaf","other":"file:other"'),
    );
    const failed = await quarterdeck(clone, "start");
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/^✗ install/);
    expect(failed.errors).toMatch(/^\nThe dependencies could not be installed\. npm printed:\n(?: {2}.*\n?)+/);
    expect(failed.errors).toContain("other");
    writeFileSync(join(clone, "package.json"), good);
    expect((await quarterdeck(clone, "start")).code).toBe(0);
  });

  test("prepares only once if it is started twice at the same time", async () => {
    const clone = smallClone();
    const both = await Promise.all([quarterdeck(clone, "start"), quarterdeck(clone, "start")]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ out }) => /install .*1 packages/.test(out))).toHaveLength(1);
  });

  test("the starter is not blocked by files of a killed start", async () => {
    const clone = smallClone();
    mkdirSync(join(clone, ".runtime"));
    // The file contains an existing process id, which now belongs to another process.
    writeFileSync(join(clone, ".runtime", "preparing"), `${process.pid}\n1\n`);
    expect((await quarterdeck(clone, "start")).code).toBe(0);
  });

  test("exits with the exit code of the server, and reports it if the server was killed", async () => {
    expect(await quarterdeck(smallClone("process.exit(7);"), "start")).toMatchObject({ code: 7 });
    const killed = await quarterdeck(smallClone("process.kill(process.pid, 'SIGKILL');"), "start");
    expect(killed.code).toBe(137);
    expect(killed.errors.trim()).toBe("The process was killed by SIGKILL. Start again; saved data is safe.");
  });

  test("passes its start time to the server, and notifies the server when it exits", async () => {
    const clone = smallClone(`
      console.log("age", Date.now() - Number(process.env.QUARTERDECK_STARTED_AT));
      process.once("disconnect", () => { console.log("left alone"); process.exit(0); });
    `);
    const starter = new Child(process.execPath, [join(clone, "bin", "quarterdeck.mjs"), "start"], {
      cwd: clone,
      env: plainEnvironment,
    });
    const age = await starter.until("the age", (lines) => lines.find((line) => line.startsWith("age")));
    expect(Number(age.split(" ")[1])).toBeGreaterThan(0);
    starter.signal("SIGKILL");
    expect(await starter.until("its word", (lines) => lines.find((line) => line === "left alone"))).toBe("left alone");
  });
});

describe("the command line", () => {
  test("prints its version and help without installing anything", async () => {
    const clone = smallClone();
    expect(await quarterdeck(clone, "version")).toMatchObject({ code: 0, out: "0.1.0" });
    expect((await quarterdeck(clone, "help")).out).toMatch(/backup FILE/);
    expect(existsSync(join(clone, "node_modules"))).toBe(false);
  });

  test.each([
    [["fly"], 'Unknown command "fly".'],
    [["backup"], "backup needs FILE."],
    [["restore", "a", "b"], "restore takes one FILE."],
    [["start", "now"], "start takes no arguments."],
    [["constructor"], 'Unknown command "constructor".'],
  ])("refuses %j with exit code 2", async (args, sentence) => {
    const refused = await quarterdeck(smallClone(), ...args);
    expect(refused.code).toBe(2);
    expect(refused.errors.trim().split("\n")[0]).toBe(sentence);
  });
});

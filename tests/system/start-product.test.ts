// Tests the whole product in the same way as an operator runs it: with npm start and environment variables only.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { freePort } from "../support/free-port.ts";
import { signIn } from "../support/sign-in.ts";
import { temporary } from "./accounts.ts";
import { useExistingClient } from "./existing-client.ts";
import { Child, plainEnvironment, processesIn, waitFor } from "./child.ts";
import { Product } from "./product.ts";

async function command(name: string, argument: string, dataDir: string) {
  const { ended, lines, errors } = new Child(
    process.execPath,
    [join(repository, "bin", "quarterdeck.mjs"), name, argument],
    {
      cwd: "/",
      env: { ...plainEnvironment, DATA_DIR: dataDir },
    },
  );
  return { code: (await ended).code, out: lines.join("\n"), errors: errors.join("\n") };
}

const printedPassword = (block: Record<string, string>) => /password (\S+)/.exec(block["Sign in"] ?? "")?.[1] ?? "";
const whoami = (url: string, cookie: string) => fetch(`${url}/api/auth/whoami`, { headers: { cookie } });

/** Ignores a process that has just exited, as PostgreSQL's helpers do. */
function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

describe("npm start", () => {
  test("prints its address, the sign-in and how to stop; the printed password and postgrest-js work, and Ctrl-C leaves no process", async () => {
    const dataDir = temporary();
    const product = new Product(await freePort(), { DATA_DIR: dataDir }, { npm: true });
    const block = await product.started();
    expect(Object.keys(block)).toEqual(["Open", "Sign in", "Data", "Stop"]);
    expect(block["Data"]).toBe(dataDir);
    const steps = product.child.lines.flatMap((line) => /^✓ (\w+)/.exec(line)?.[1] ?? []);
    expect(steps).toEqual(["install", "runtime", "build", "database", "schema", "serve"]);
    expect((await fetch(`${product.url()}/api/ready`)).status).toBe(200);
    const cookie = await signIn(product.url(), { email: "admin@localhost", password: printedPassword(block) });
    expect((await whoami(product.url(), cookie)).status).toBe(200);
    await useExistingClient(product.url(), cookie);

    await product.interrupt();
    expect(processesIn(dataDir)).toEqual([]);
    expect(product.child.lines.filter((line) => line.includes('"msg":"stopping"'))).toHaveLength(1);
    expect(product.child.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test("starts again after kill -9 of everything, and sessions are still valid", async () => {
    const dataDir = temporary();
    const port = await freePort();
    const admin = { email: "admin@example.org", password: "correct-horse-battery" };
    const env = { DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    const killed = new Product(port, env);
    await killed.started();
    const cookie = await signIn(killed.url(), admin);
    killed.child.killGroup();
    for (const pid of processesIn(dataDir)) kill(pid);
    await killed.child.ended;

    const next = new Product(port, env, { npm: true });
    expect((await next.started())["Sign in"]).toMatch(/^with your account/);
    expect((await whoami(next.url(), cookie)).status).toBe(200);

    // A second start on the same directory or the same port does not affect the first process.
    const second = await new Product(await freePort(), { DATA_DIR: dataDir }).refused();
    expect(second.code).toBe(1);
    expect(second.sentence).toMatch(
      new RegExp(
        `^Quarterdeck already runs on the data directory ${dataDir} \\(process \\d+, http://localhost:${port}\\)`,
      ),
    );
    const late = new Product(port, { DATA_DIR: temporary() });
    const third = await late.refused();
    expect(third.code).toBe(1);
    expect(late.child.lines.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))).toEqual([]);
    expect(third.sentence).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is used by another program`));
    expect((await whoami(next.url(), cookie)).status).toBe(200);

    // npm forwards SIGTERM only to its shell.
    next.child.signal("SIGTERM");
    await waitFor("nothing of it runs any more", () => processesIn(dataDir).length === 0);
  });

  test("reports every invalid value with an example, and exits with code 1", async () => {
    const { code, sentence } = await new Product(0, {
      PORT: "eighty",
      HOST: "not a host",
      DATABASE_URL: "mysql://x",
      PUBLIC_URL: "ftp://x",
      ADMIN_EMAIL: "nobody",
      ADMIN_PASSWORD: "pssst",
      SECRET_KEY: "pssst",
      TRUST_PROXY: "maybe",
      METRICS_PUBLIC: "maybe",
      OIDC_PROVIDERS: '[{"client_secret":"pssst"}]',
      RETURN_TO_ORIGINS: "everywhere",
      VIEWS_PUBLIC: "maybe",
      ROLE: "king",
      LOG_LEVEL: "loud",
      LOG_FORMAT: "poem",
    }).refused();
    expect(code).toBe(1);
    const names = sentence
      .split("\n")
      .map((line) => /^([A-Z_]+) (?:is|must be) .*\. Example: \1=/.exec(line)?.[1] ?? line);
    expect(names.toSorted()).toEqual(
      "ADMIN_EMAIL ADMIN_PASSWORD DATABASE_URL HOST LOG_FORMAT LOG_LEVEL METRICS_PUBLIC OIDC_PROVIDERS PORT PUBLIC_URL RETURN_TO_ORIGINS ROLE SECRET_KEY TRUST_PROXY VIEWS_PUBLIC".split(
        " ",
      ),
    );
    expect(sentence).not.toContain("pssst");
  });
});

describe("with a running product", () => {
  test("a backup restored elsewhere keeps the accounts, and reset-password replaces the password", async () => {
    const dataDir = temporary();
    const product = new Product(await freePort(), { DATA_DIR: dataDir });
    const password = printedPassword(await product.started());
    const admin = { email: "admin@localhost", password };
    const cookie = await signIn(product.url(), admin);

    const file = join(temporary(), "product.tar.gz");
    expect(await command("backup", file, dataDir)).toMatchObject({ code: 0 });
    const elsewhere = join(temporary(), "restored");
    expect(await command("restore", file, elsewhere)).toMatchObject({ code: 0 });
    const restored = new Product(await freePort(), { DATA_DIR: elsewhere });
    await restored.started();
    expect((await whoami(restored.url(), cookie)).status).toBe(200);
    await signIn(restored.url(), admin);
    expect(await restored.interrupt()).toBe(0);

    const reset = await command("reset-password", admin.email, dataDir);
    expect(reset.code).toBe(0);
    const renewed = /: (\S+)$/m.exec(reset.out)?.[1] ?? "";
    expect((await whoami(product.url(), cookie)).status).toBe(401);
    await expect(signIn(product.url(), admin)).rejects.toThrow();
    await signIn(product.url(), { ...admin, password: renewed });
    expect(await product.interrupt()).toBe(0);
  });
});

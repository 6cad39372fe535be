// Tests the server's own log, from the first start on.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LogsAnswer } from "#areas/logs/contract.ts";
import { freePort } from "../support/free-port.ts";
import { signIn } from "../support/sign-in.ts";
import { until } from "../support/running-system.ts";
import { temporary } from "./accounts.ts";
import { Product } from "./product.ts";

const admin = { email: "admin@example.org", password: "correct-horse-battery" };

test("an administrator finds lines of the server's own log after the first start", async () => {
  const dataDir = temporary();
  const env = { DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const product = new Product(await freePort(), env);
  await product.started();
  const cookie = await signIn(product.url(), admin);
  const search = async (query: string) => {
    const answer = await fetch(`${product.url()}/api/logs`, {
      method: "POST",
      headers: { cookie, origin: product.url(), "content-type": "application/json" },
      body: JSON.stringify({ backend: "Quarterdeck", query }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as LogsAnswer;
  };
  // The search request itself is logged as well.
  const { results } = await until(
    () => search("request"),
    ({ total }) => total > 0,
    60_000,
  );
  expect(results[0]).toMatchObject({ severity: "info", message: expect.stringContaining("request") });
  expect(JSON.stringify(await search(""))).not.toContain(admin.password);
  const folder = join(dataDir, "logs");
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  await product.interrupt();
});

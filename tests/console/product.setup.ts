// Runs before the first browser test: starts the built product with its own database in its own process.
import { execFileSync } from "node:child_process";
import { type Product, productVariable, runningVariable } from "./product.ts";
import { nodeFlags, startProduct } from "./start-product.ts";

// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default async function start(): Promise<() => Promise<void>> {
  const running = process.env[runningVariable];
  if (running !== undefined) {
    process.env[productVariable] = JSON.stringify({
      url: running,
      databaseUrl: "",
      urlWithProvider: running,
    } satisfies Product);
    return async () => {};
  }
  execFileSync(process.execPath, [...nodeFlags, "tools/test/build.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { stop, send: _send, ...product } = await startProduct();
  process.env[productVariable] = JSON.stringify(product);
  return stop;
}

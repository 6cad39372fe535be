// Starts the product in its own process, so that Playwright's loader does not process the server's code.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ownVariables, type Product } from "./product.ts";

export const nodeFlags = ["--disable-warning=ExperimentalWarning"];

export interface StartedProduct extends Product {
  stop(): Promise<void>;
}

/** Starts the product for all journeys, or with its own variables for a journey that disables features. */
export async function startProduct(variables: Readonly<Record<string, string>> = {}): Promise<StartedProduct> {
  const child = spawn(process.execPath, [...nodeFlags, "tests/console/product-process.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, [ownVariables]: JSON.stringify(variables) },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const product = await firstLine(child);
  return {
    ...product,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

/** The process prints the product's addresses once it is ready. */
async function firstLine(child: ChildProcess): Promise<Product> {
  if (!child.stdout) throw new Error("The product's process has no output");
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Product;
  throw new Error("The product ended before it was ready");
}

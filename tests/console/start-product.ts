// Starts the product in its own process, so that Playwright's loader does not process the server's code.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ownVariables, type Product } from "./product.ts";

export const nodeFlags = ["--disable-warning=ExperimentalWarning"];

export interface StartedProduct extends Product {
  /** Writes a line to the standard input of the product's process. */
  send(line: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the product for all browser tests, or a separate product with its own variables or process for a single test.
 */
export async function startProduct(
  variables: Readonly<Record<string, string>> = {},
  program = "tests/console/product-process.ts",
): Promise<StartedProduct> {
  const child = spawn(process.execPath, [...nodeFlags, program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, [ownVariables]: JSON.stringify(variables) },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const product = await firstLine(child);
  return {
    ...product,
    send: (line) => void child.stdin?.write(`${line}\n`),
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
  throw new Error("The product exited before it was ready");
}

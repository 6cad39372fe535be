// Before the first journey: the product as it is built, on a database of its own, in a process of its own. Playwright's
// own loader never sees the server's code.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type Product, productVariable } from "./product.ts";

const node = ["--disable-warning=ExperimentalWarning"];

// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default async function start(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [...node, "tools/test/build-console.ts"], { stdio: ["ignore", "ignore", "inherit"] });
  const child = spawn(process.execPath, [...node, "tests/console/product-process.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.env[productVariable] = JSON.stringify(await firstLine(child));
  return async () => {
    child.stdin?.end();
    await ended;
  };
}

/** The process says where the product is once it is ready. */
async function firstLine(child: ChildProcess): Promise<Product> {
  if (!child.stdout) throw new Error("The product's process has no output");
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Product;
  throw new Error("The product ended before it was ready");
}

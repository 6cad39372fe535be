// Runs the whole product in its own processes, configured with environment variables only, in the same way as by an
// operator.
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import { Child, plainEnvironment } from "./child.ts";

export class Product {
  readonly child: Child;
  readonly #port: number;

  constructor(port: number, env: Record<string, string>, { npm = false } = {}) {
    this.#port = port;
    // The exit code of npm after Ctrl-C does not show the product's exit code, so most tests start the product without
    // npm.
    const [program, ...args] = npm
      ? ["npm", "start"]
      : [process.execPath, join(repository, "bin", "quarterdeck.mjs"), "start"];
    this.child = new Child(program, args, {
      cwd: repository,
      env: { ...plainEnvironment, PORT: String(port), LOG_FORMAT: "json", ...env },
    });
  }

  /** Returns the lines of the final block of output, by their first word. */
  async started(): Promise<Record<string, string>> {
    return this.child.until("the closing block", (lines) => {
      const from = lines.findIndex((line) => line.startsWith("Quarterdeck is ready"));
      const block = lines.slice(from).flatMap((line) => {
        const [, name, text] = /^ {2}(\w+(?: in)?) {2,}(.*)$/.exec(line) ?? [];
        return name ? [[name, text ?? ""]] : [];
      });
      const found = Object.fromEntries(block) as Record<string, string>;
      return from >= 0 && "Stop" in found ? found : undefined;
    });
  }

  url = () => `http://127.0.0.1:${this.#port}`;

  /** Sends Ctrl-C in the same way as a terminal: to the whole process group. */
  async interrupt(): Promise<number | null> {
    process.kill(-this.child.pid, "SIGINT");
    return (await this.child.ended).code;
  }

  /** Returns the exit code and message of a failed start. */
  async refused() {
    const { code } = await this.child.ended;
    const words = this.child.errors.filter((line) => line && !line.startsWith("npm "));
    return { code, sentence: words.join("\n") };
  }
}

#!/usr/bin/env node
// Quarterdeck's command line. Plain JavaScript without dependencies: it runs before anything is installed.
import "./require-node.mjs";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { installDriver } from "./drivers.mjs";
import { REPOSITORY } from "./place.mjs";
import { prepare, serverProgram } from "./prepare.mjs";
import { Refusal, conclude } from "./refusal.mjs";
import { runProgram } from "./run-program.mjs";
import { createSteps } from "./steps.mjs";

const HELP = `Quarterdeck, the operations console

  node bin/quarterdeck.mjs start                   run the product (the same as npm start)
  node bin/quarterdeck.mjs run FILE…               run the checks of manifests once, without a server
                                                   [--output table|json|junit] [--namespace NAME]
                                                   [--strict]: refuse manifests with unknown fields
  node bin/quarterdeck.mjs backup FILE             copy the embedded database into FILE, even while it runs
  node bin/quarterdeck.mjs restore FILE            create a new data directory from a backup FILE
  node bin/quarterdeck.mjs reset-password EMAIL    set a new password for a person
  node bin/quarterdeck.mjs install DRIVER          install an optional driver: tedious (SQL Server)
                                                   [--save DIR]: only download its packages into DIR
                                                   [--from DIR]: install from these packages, without a network
  node bin/quarterdeck.mjs rotate-key              encrypt stored secrets with a new key, even while it runs
  node bin/quarterdeck.mjs version

Settings are environment variables; README.md lists them.
`;

/** @type {Record<string, { file: string | (() => string), argument?: string, takesMore?: boolean }>} */
const COMMANDS = {
  start: { file: serverProgram },
  run: { file: "main/commands/run.ts", argument: "FILE", takesMore: true },
  backup: { file: "main/commands/backup.ts", argument: "FILE" },
  restore: { file: "main/commands/restore.ts", argument: "FILE" },
  "rotate-key": { file: "main/commands/rotate-key.ts" },
  "reset-password": { file: "main/commands/reset-password.ts", argument: "EMAIL" },
};

const wrongUse = (/** @type {string} */ problem) => new Refusal(`${problem}\n\n${HELP.trimEnd()}`, { code: 2 });

await conclude(async () => {
  const [name = "help", ...rest] = process.argv.slice(2);
  if (name === "help" || name === "--help" || name === "-h") {
    process.stdout.write(HELP);
    return 0;
  }
  if (name === "version" || name === "--version" || name === "-v") {
    process.stdout.write(`${JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")).version}\n`);
    return 0;
  }
  if (name === "install") {
    const [driver, option, folder, ...more] = rest;
    if (!driver || driver.startsWith("-")) throw wrongUse("install needs DRIVER.");
    if (option !== undefined && ((option !== "--from" && option !== "--save") || !folder || more.length > 0))
      throw wrongUse("install takes one DRIVER, and --from DIR or --save DIR.");
    await installDriver(driver, option ? { [option.slice(2)]: folder } : {}, createSteps());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw wrongUse(`Unknown command "${name}".`);
  if (command.argument && !rest[0]) throw wrongUse(`${name} needs ${command.argument}.`);
  if (!command.takesMore && rest.length > (command.argument ? 1 : 0))
    throw wrongUse(`${name} takes ${command.argument ? `one ${command.argument}` : "no arguments"}.`);

  const starting = name === "start";
  const steps = createSteps({ stream: starting ? process.stdout : process.stderr });
  const node = await prepare(steps, { extent: "product", builds: starting, verbose: starting });
  const file = typeof command.file === "string" ? command.file : command.file();
  return runProgram(node, file, rest, { isServer: starting });
});

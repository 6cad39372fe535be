// `npm run format [files]`: formats all files and applies the automatic fixes of the linter.
import { runCommand } from "./test/command.ts";

const files = process.argv.slice(2);
const fix = await runCommand({ run: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--fix", ...files] });
const format = await runCommand({ run: ["node_modules/oxfmt/bin/oxfmt", ...files] });
console.log(`${fix.output}\n${format.output}`);
process.exitCode = fix.code || format.code ? 1 : 0;

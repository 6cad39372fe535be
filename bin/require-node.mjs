// Every command imports this first, because on an older Node the other modules fail with confusing errors.
import process from "node:process";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Quarterdeck needs Node 20.19 or newer to start; this is ${process.version}. Install Node 24 and start again.\n`,
  );
  process.exit(1);
}

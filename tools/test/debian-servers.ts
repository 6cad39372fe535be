// `node bin/run.mjs tools/test/debian-servers.ts` downloads the servers for the connection tests that are missing.
// Packages are unpacked with their dependencies into a folder (tests/servers/debian-programs.ts) and never installed:
// that is faster, starts no service, and does not change the machine. It does not require root.
import { chmodSync, existsSync, globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSharedPlace } from "#server/db/embedded/shared-place.ts";
import { debianFolder, missingPackages } from "../../tests/servers/debian-programs.ts";
import { aptDownload } from "./apt.ts";
import { runCommand } from "./command.ts";

/** Dependencies that the servers do not need in the tests; they make up half of the size. */
const needless =
  /^(?:python3|libpython3|libjs-|fonts-|node-|.*-perl_|perl|gawk|socat|rsync|galera|mariadb-client_|samba-dsdb|libllvm|systemd|dbus|init-system|libc6_)/;

/** Returns the error output, for the message when a server is missing later. */
export async function provideDebianServers(): Promise<string> {
  const missing = missingPackages();
  if (missing.length === 0 || !existsSync("/usr/bin/apt-get")) return "";
  if (process.getuid?.() === 0) openSharedPlace();
  const work = `${debianFolder}-${process.pid}`;
  const archives = join(work, "archives");
  mkdirSync(join(archives, "partial"), { recursive: true });
  try {
    const output = await aptDownload(missing, archives);
    const files = globSync(join(archives, "*.deb")).filter((file) => !needless.test(basename(file)));
    if (files.length === 0) return output;
    const root = join(work, "root");
    // Tests of another clone may be using the folder, so a copy of it is extended, which then replaces the folder.
    if (existsSync(debianFolder)) await runCommand({ run: ["cp", "--archive", "--link", debianFolder, root] });
    // Installs two packages at a time, because unpacking a package uses one thread.
    const halves = [0, 1].map((half) => files.filter((_, index) => index % 2 === half));
    await Promise.all(
      halves.map(async (half) => {
        for (const file of half) await runCommand({ run: ["dpkg-deb", "-x", file, root] });
      }),
    );
    chmodSync(root, 0o755);
    mkdirSync(dirname(debianFolder), { recursive: true });
    if (existsSync(debianFolder)) renameSync(debianFolder, join(work, "former"));
    renameSync(root, debianFolder);
    return output;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const output = await provideDebianServers();
  const missing = missingPackages();
  if (missing.length > 0) console.log(`${output}\nStill missing: ${missing.join(", ")}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}

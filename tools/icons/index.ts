// `node bin/run.mjs tools/icons/index.ts` writes the technology drawings from the lists in console/widgets/technology, and the
// interface icons from the names in console/widgets/icons. A test fails when they are out of date.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import { drawingsOf, interfaceIconsOf } from "./drawings.ts";

const folder = join(repository, "console/widgets/technology");
const packages = join(repository, "node_modules");
const drawings = drawingsOf(packages);
rmSync(join(folder, "marks"), { recursive: true, force: true });
mkdirSync(join(folder, "marks"));
for (const [name, drawing] of drawings) writeFileSync(join(folder, name), drawing);
console.log(`${drawings.size} drawings in ${folder}`);

for (const name of ["basic", "console", "page"]) {
  const file = join(repository, "console/widgets/icons", `${name}.json`);
  const names = Object.keys(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  writeFileSync(file, interfaceIconsOf(packages, names));
  console.log(`${names.length} icons in ${file}`);
}

// `node tools/icons/index.ts` writes the technology drawings from the lists in console/widgets/technology. A test fails
// when they are out of date.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import { drawingsOf } from "./drawings.ts";

const folder = join(repository, "console/widgets/technology");
const drawings = await drawingsOf(join(repository, "node_modules"));
rmSync(join(folder, "marks"), { recursive: true, force: true });
mkdirSync(join(folder, "marks"));
for (const [name, drawing] of drawings) writeFileSync(join(folder, name), drawing);
console.log(`${drawings.size} drawings in ${folder}`);

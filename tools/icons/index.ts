// Writes the drawings of technologies: `node tools/icons/index.ts`. The lists are in console/widgets/technology; a test
// says when the drawings are older than they are.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#server/repository.ts";
import { drawingsOf } from "./drawings.ts";

const folder = join(repository, "console/widgets/technology");
const drawings = await drawingsOf(join(repository, "node_modules"));
rmSync(join(folder, "marks"), { recursive: true, force: true });
mkdirSync(join(folder, "marks"));
for (const [name, drawing] of drawings) writeFileSync(join(folder, name), drawing);
console.log(`${drawings.size} drawings in ${folder}`);

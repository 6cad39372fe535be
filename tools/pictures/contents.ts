// Writes INDEX.md: the screens with pictures, from this run and earlier runs, with links to the pictures.
import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Screen } from "./screen.ts";

const introduction = `# Pictures of every screen

Each screen has pictures of 1280 × 800 (wide) and 390 × 844 (narrow) pixels, light and dark. The pictures “light-full”
show the whole page, up to 3,000 pixels, if it scrolls.

| screen | description | pictures |
|---|---|---|`;

/** Returns the number of pictures. */
export function writeContents(folder: string, screens: readonly Pick<Screen, "name" | "about">[]): number {
  let count = 0;
  const rows = screens.flatMap(({ name, about }) => {
    const files = globSync(`${name}/*.png`, { cwd: folder }).toSorted().toReversed();
    count += files.length;
    const links = files.map((file) => `[${basename(file, ".png")}](${file})`);
    return files.length > 0 ? [`| ${name} | ${about} | ${links.join(", ")} |`] : [];
  });
  writeFileSync(join(folder, "INDEX.md"), `${introduction}\n${rows.join("\n")}\n`);
  return count;
}

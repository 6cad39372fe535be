// Builds the gallery into dist/gallery: with React's development checks for the tests, without them for benches.
import { runCommand } from "../test/command.ts";

export async function buildGallery({ isFast = false, outDir = "dist/gallery" } = {}): Promise<void> {
  const { code, output } = await runCommand({
    run: [
      "node_modules/vite/bin/vite.js",
      "build",
      "--mode",
      "gallery",
      "--outDir",
      outDir,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ],
    env: { NODE_ENV: isFast ? "production" : "development", NO_COLOR: "1" },
  });
  if (code !== 0) throw new Error(`The gallery could not be built:\n${output}`);
}

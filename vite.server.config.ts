// Builds the server into dist/server, as one file. Node would run the sources as they are, and does while developing
// and in tests; but it keeps the text of each of two thousand modules in memory, and reads them one by one at each
// start.
import { SourceMap } from "node:module";
import { defineConfig, type Plugin } from "vite";
import { linesFile, record, recordBytes, sourcesFile } from "./lib/process/stack-lines.ts";

/**
 * What is loaded when somebody needs it stays a package: some look for files beside them, and most starts need none.
 */
const onDemandOutside: Plugin = {
  name: "on-demand-outside",
  resolveDynamicImport: (specifier) =>
    typeof specifier === "string" && /^[@a-z]/.test(specifier) ? { id: specifier, external: true } : null,
};

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** V8 keeps a text at two bytes a character as soon as one of them is not in Latin-1. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\u007F]/g, escaped);
  },
};

/** Which line of which source each line comes from, in a form that can be read a line at a time. */
const stackLines: Plugin = {
  name: "stack-lines",
  generateBundle(_options, bundle) {
    const chunk = bundle["server.js"];
    if (chunk?.type !== "chunk" || !chunk.map) return this.error("There is no map of server.js.");
    const map = new SourceMap(chunk.map as never);
    const sources: string[] = [];
    const numbers = new Map<string, number>();
    const code = chunk.code.split("\n");
    const lines = Buffer.alloc(code.length * recordBytes);
    for (const [line, text] of code.entries()) {
      const entry = map.findEntry(line, text.search(/\S|$/));
      if (!("originalSource" in entry) || entry.generatedLine !== line) continue;
      const source = entry.originalSource.replace(/^(?:\.\.\/)+/, "");
      if (!numbers.has(source)) numbers.set(source, sources.push(source));
      record(lines, line, { source: numbers.get(source)!, line: entry.originalLine + 1 });
    }
    this.emitFile({ type: "asset", fileName: linesFile, source: lines });
    this.emitFile({ type: "asset", fileName: sourcesFile, source: sources.join("\n") });
    delete bundle["server.js.map"];
  },
};

export default defineConfig({
  plugins: [onDemandOutside, asciiOnly, stackLines],
  publicDir: false,
  ssr: { noExternal: true, external: ["@node-rs/argon2", "pg-native"] },
  build: {
    ssr: "main/server.ts",
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node24",
    minify: false,
    sourcemap: "hidden",
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: "server.js", comments: false } },
  },
});

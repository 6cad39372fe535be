// Builds the server into dist/server, as one file. During development and in tests, Node runs the sources directly. The
// bundle saves memory and start time, because Node would keep the text of two thousand modules in memory and read each
// module at every start.
import { SourceMap } from "node:module";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { viewProcessFile } from "./areas/views/server/compute/computation.ts";
import { linesFile, record, recordBytes, sourcesFile } from "./lib/process/stack-lines.ts";

/**
 * Packages that are loaded on demand are not bundled, because some of them read files next to their code, and most
 * processes never load them.
 */
const onDemandOutside: Plugin = {
  name: "on-demand-outside",
  resolveDynamicImport: (specifier) =>
    typeof specifier === "string" && /^[@a-z]/.test(specifier) ? { id: specifier, external: true } : null,
};

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** V8 stores a string with two bytes per character if any character is not in Latin-1. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\u007F]/g, escaped);
  },
};

/** Maps each line to its source file and source line, in a form that can be read line by line. */
const stackLines: Plugin = {
  name: "stack-lines",
  generateBundle(_options, bundle) {
    const chunk = bundle["server.js"];
    if (chunk?.type !== "chunk" || !chunk.map) return this.error("The source map of server.js does not exist.");
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

/**
 * Builds the program of the process that runs the SQL of a view as a separate file. Each refresh starts this process,
 * and Node needs 0.3 s to read the sources.
 */
const viewProcess: Plugin = {
  name: "view-process",
  async generateBundle() {
    const { output } = (await build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      plugins: [asciiOnly],
      ssr: { noExternal: true },
      build: {
        ssr: "areas/views/server/compute/main.ts",
        write: false,
        target: "node24",
        minify: false,
        rolldownOptions: { output: { comments: false, codeSplitting: false } },
      },
    })) as Rolldown.RolldownOutput;
    this.emitFile({ type: "asset", fileName: viewProcessFile, source: output[0].code });
  },
};

export default defineConfig({
  plugins: [onDemandOutside, asciiOnly, stackLines, viewProcess],
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

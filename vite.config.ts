// Builds the console into dist/console (`vite build --outDir …` for another place) and serves it during development,
// with /api forwarded to a running server. `--mode gallery` builds the gallery of widgets instead, which is not part of
// the product.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { signInPathOf } from "./language/sign-in-paths.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };
const server = `http://127.0.0.1:${process.env["PORT"] ?? 8080}`;

/**
 * Puts a small script into the page's head that runs before the first paint. The content policy allows no inline
 * script, and a module would run too late, so it becomes a blocking file with a hashed name.
 */
function beforePaint(path: string): Plugin {
  const source = read(path);
  const built = `assets/before-paint-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
  let isBuild = false;
  return {
    name: "before-paint",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: built, source });
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { src: isBuild ? `/${built}` : `/${path}` }, injectTo: "head-prepend" },
    ],
  };
}

/**
 * Also writes a compressed copy of every text file, with the highest compression, so that the server does not have to
 * compress it for each request.
 */
function compressed(): Plugin {
  const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: "compressed",
    apply: "build",
    // Compresses the files once they are on disk, because other plugins may change them until then.
    writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const path = join(dir!, fileName);
        const source = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(source, smallest));
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

/**
 * Small modules that every page of the console loads, apart from the sign-in screens. They are built into one file,
 * because each file costs some hundred bytes of imports and a request.
 */
const everyPage = new RegExp(
  [
    "console/widgets/(?:AddressLink|AnyIcon|Avatar|lazy-part|later|middle-cut|Truncated|use-media|when-used)",
    "console/widgets/(?:dialog/Dialog|menu/Menu|popover/Popover|time/(?:Age|clock|Timestamp))",
    "console/widgets/(?:PersonName|form/use-settled|skeleton/Skeletons|tabs/(?:TabLinks|tab-look))",
    "console/shell/(?:bell|live-state|Notice|OutageNotice|registry|ResourceLink|Slot|use-followed)",
    "console/client/(?:follow-changes|live|live-stream|query|read-again)",
    "console/(?:access/hosted|preferences/preferences|url/url-state)",
    // The counts of the bell.
    "areas/incidents/console/bell/(?:IncidentCount|my-incidents)|areas/incidents/contract/model",
    "areas/notifications/console/bell/(?:UnreadCount|unread-query)|areas/notifications/(?:contract|model)",
    "areas/playbooks/console/(?:bell/(?:WaitingCount|waiting-approvals)|parts/approval-words)|areas/playbooks/contract",
    "language/(?:features|hosted-identity|tri-state)|lib/text/(?:match|unreadable|words)|lib/time/(?:date-math|dates|duration|time-zone|zoned-time)",
  ]
    .map((paths) => `/(?:${paths})\\.tsx?$`)
    .join("|"),
);

/** Small modules of all lists with filters. */
const everyList =
  /\/language\/severity\.ts$|\/console\/widgets\/(?:badge\/(?:Badges|meaning)|histogram\/axis|time\/use-time-range|filter\/(?:ChoiceFilter|filter-set|FilterBar|FilterChips|FilterDropdown|FilterList|FiltersButton|SearchBox|TriStateSwitch)|table\/(?:Checkbox|column|growth|page-size|table-view))\.tsx?$/;

const SIGN_IN_PAGE = fileURLToPath(new URL("sign-in.html", import.meta.url));

const MARKS = "console/widgets/technology/marks";

/**
 * Writes the marks of technologies into one folder with a hashed name. A script that imported each mark would contain
 * the hashes of all of them, 8 kB on most pages.
 */
function technologyMarks(): Plugin {
  const marks = readdirSync(new URL(MARKS, import.meta.url)).map((name) => ({
    name,
    source: read(`${MARKS}/${name}`),
  }));
  const hash = createHash("sha256").update(JSON.stringify(marks)).digest("base64url").slice(0, 8);
  const built = `assets/marks-${hash}`;
  return {
    name: "technology-marks",
    config: (_, { command }) => ({
      define: { "import.meta.env.MARKS": JSON.stringify(`/${command === "build" ? built : MARKS}`) },
    }),
    generateBundle() {
      for (const { name, source } of marks) this.emitFile({ type: "asset", fileName: `${built}/${name}`, source });
    },
  };
}

/** The page of the sign-in screens is index.html with another script; the build writes it as sign-in.html. */
function signIn(): Plugin {
  return {
    name: "sign-in",
    enforce: "pre",
    resolveId: (id) => (id === "sign-in.html" ? SIGN_IN_PAGE : undefined),
    load: (id) => (id === SIGN_IN_PAGE ? read("index.html") : undefined),
    transformIndexHtml: {
      order: "pre",
      handler: (html, { filename, originalUrl = "" }) =>
        filename === SIGN_IN_PAGE || signInPathOf(originalUrl.split("?")[0]!)
          ? html.replace("/main/console.tsx", "/main/sign-in.console.tsx")
          : html,
    },
  };
}

/** The widget gallery is the same page with another script. During development, it is served at /_gallery. */
function gallery({ isBuilt }: { isBuilt: boolean }): Plugin {
  return {
    name: "gallery",
    transformIndexHtml: {
      order: "pre",
      handler: (html, { originalUrl = "" }) =>
        isBuilt || /^\/_gallery(?:[/?]|$)/.test(originalUrl)
          ? html
              .replace("/main/console.tsx", "/console/gallery/main.tsx")
              .replace(/(?<=<title>).*(?=<\/title>)/, "Gallery")
          : html,
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    beforePaint("console/theme/before-paint.js"),
    compressed(),
    technologyMarks(),
    signIn(),
    gallery({ isBuilt: mode === "gallery" }),
  ],
  define: { "import.meta.env.VERSION": JSON.stringify(version) },
  build: {
    outDir: mode === "gallery" ? "dist/gallery" : "dist/console",
    emptyOutDir: true,
    // The content policy allows no data addresses for scripts, fonts and styles: every asset stays a file.
    assetsInlineLimit: 0,
    target: "es2022",
    // A script preloads only style sheets and the large files that it imports, because the names of all imported files
    // would add 5 kB of script to every page.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => /\.css$|\/(?:DataTable|esm|every-list|Page)-/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: mode === "gallery" ? "index.html" : ["index.html", "sign-in.html"],
      output: {
        // Packages are in separate chunks, so that browsers keep them cached when only the code of Quarterdeck changes:
        // React for every page, router and cache for the console. The table is in the chunks of the pages that have a
        // table.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: "router",
              test: /node_modules\/@tanstack\/(?!react-table|table-core|react-virtual|virtual-core)[\w-]+\//,
            },
            { name: "every-page", test: everyPage, includeDependenciesRecursively: false },
            { name: "every-list", test: everyList, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    proxy: { "/api": server },
    // During development the server serves files of the whole repository, except for these private files.
    fs: { deny: [".env", ".env.*", "*.{crt,pem}", "**/.git/**", "**/.data/**", "**/.runtime/**"] },
  },
}));

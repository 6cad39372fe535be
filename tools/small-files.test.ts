// The rule: a file contains one idea, with enough code to be worth reading. A source file with fewer than 15 lines
// belongs in its only importer or in the module with the same idea, unless one of the reasons below applies.
import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";

const minLines = 15;

/** The reasons, each with the patterns of the files that it applies to. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "The layout of an area demands it (CONTRIBUTING.md): index files, contracts and write hooks": [
    "areas/*/server/index.ts",
    "areas/*/console/index.tsx",
    "areas/*/contract{,.schema}.ts",
    "areas/*/{channels,why}.contract.ts",
    "areas/*/server/writes.ts",
  ],
  "The access rule of all API routes of an area": ["areas/*/server/api/access.ts"],
  "A page or a slot loads on demand, from a file that exports exactly one component (console/shell/area.ts)": [
    "areas/*/console/**/*Page.tsx",
    "areas/*/console/bell/*Count.tsx",
    "areas/health/console/{ChecksBadge,canary/CanaryStatus}.tsx",
    "areas/catalog/console/scrapers/ScraperStatus.tsx",
    "areas/identity/console/hosted/{OrganizationSwitch,SkeletonAccount}.tsx",
    "areas/identity/console/tokens/NewTokenDialogs.tsx",
    "areas/incidents/console/rules/RuleSpec.tsx",
    "areas/jobs/console/NewestJob.tsx",
    "areas/logs/console/links/LogsOfComponent.tsx",
    "areas/mcp/console/SetupMcp.tsx",
    "areas/notifications/console/who/WhoOf{Check,Component,Config}.tsx",
    "areas/notifications/console/test/TestOfConnection.tsx",
    "areas/system/console/NoWorker.tsx",
    "areas/playbooks/console/{start/RunForCheck,start/RunForComponent,start/RunForConfig}.tsx",
    "areas/playbooks/console/runs/RunsOf{Check,Component}.tsx",
    "areas/topology/console/why/WhyOf{Check,Config}.tsx",
  ],
  "The part of a widget that loads with the page; the other part loads when the widget opens": [
    "console/widgets/dialog/{Confirm,Dialog,Drawer}.tsx",
  ],
  "A chunk of the bundle: it lists the modules that load together, or runs when it loads": [
    "console/shell/inside.ts",
    "console/widgets/{console-icons,page-icons,editor/yaml-text}.ts",
  ],
  "The initial bundle or the sign-in screens load it without the modules of the same idea": [
    "areas/incidents/console/parts/incident-path.ts",
    "areas/topology/console/card/component-path.ts",
    "areas/features/console/properties-query.ts",
    "areas/health/console/canary/failed-runs.ts",
    "console/access/signed-in-hint.ts",
  ],
  "Several pages that load separately share it": [
    "areas/catalog/console/insights/InsightType.tsx",
    "areas/catalog/console/parts/use-run-scraper.ts",
    "areas/health/console/dashboard/frozen-clock.ts",
    "console/resources/saved-path.ts",
  ],
  "A widget is one file": ["console/widgets/{Logo,text/InlineCode}.tsx"],
  "One entry of a registry: a kind, a group of functions, a list that a recipe of CONTRIBUTING.md changes": [
    "areas/health/server/checks/{elasticsearch,opensearch}.ts",
    "areas/catalog/server/spec/absent.ts",
    "lib/expression/jq/builtins/times.ts",
  ],
  "The server and the console share it; language/ has one term per file": [
    "areas/integrations/charts.ts",
    "language/{local-agent,sign-in-paths}.ts",
  ],
  "Many modules import it, and no other module has the idea": [
    "areas/health/server/engine/due-turns.ts",
    "areas/topology/server/build/build-fault.ts",
    "areas/topology/server/run/turns.ts",
    "server/db/rolled-back.ts",
    "server/jobs/poll-request.ts",
    "lib/load/{on-demand,repository}.ts",
    "lib/expression/logged.ts",
    "lib/process/start-refused.ts",
  ],
  "A program that npm, a test runner or a benchmark starts": [
    "tests/console/gallery.setup.ts",
    "tools/bench/bare-http.ts",
    "tools/format.ts",
    "tools/test/{build,check}.ts",
  ],
  "The configuration of the test runners, or a recipe of CONTRIBUTING.md, names it": [
    "tests/support/time-limits.ts",
    "tests/servers/optional-driver.ts",
  ],
};

/** Returns the small files without a reason, and the patterns without a small file. */
function judge(sources: ReadonlyMap<string, string>, patterns: readonly string[]) {
  const small = [...sources].filter(([, source]) => source.split("\n").length - 1 < minLines).map(([path]) => path);
  return {
    unexplained: small.filter((path) => !patterns.some((pattern) => matchesGlob(path, pattern))),
    unused: patterns.filter((pattern) => !small.some((path) => matchesGlob(path, pattern))),
  };
}

test("a source file has at least 15 lines, or is listed with a reason to be small", () => {
  const files = globSync(["{lib,language,server,console,areas,main,tests,tools}/**/*.{ts,tsx}", "*.ts"]);
  const sources = files.filter((path) => !/\.(?:test|spec)\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(1_000);
  expect(
    judge(new Map(sources.map((path) => [path, readFileSync(path, "utf8")])), Object.values(reasons).flat()),
  ).toEqual({ unexplained: [], unused: [] });
});

test("reports a small file without a reason, and a reason that applies to no small file", () => {
  const short = "export const a = 1;\n".repeat(14);
  const files = new Map([
    ["server/short.ts", short],
    ["server/long.ts", `${short}\n`],
    ["areas/health/server/index.ts", short],
  ]);
  expect(judge(files, ["areas/*/server/index.ts", "server/long.ts"])).toEqual({
    unexplained: ["server/short.ts"],
    unused: ["server/long.ts"],
  });
});

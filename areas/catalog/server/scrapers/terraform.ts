// Reads Terraform states. Each state is a module, without its sensitive values.
import { templated } from "#server/spec/parts.ts";
import { defineScraper, type ScrapeRun } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { moduleIn, type State } from "./terraform/module.ts";
import { stateSpec } from "./terraform/spec.ts";
import { statesIn } from "./terraform/states.ts";
import { reasonIn, explainFailures } from "./reading/explain-failures.ts";

export const terraform = defineScraper({
  type: "terraform",
  title: "Terraform",
  icon: "terraform",
  group: "Files and code",
  onlyAdmins: ({ state }) => Boolean(state.local),
  /** This kind evaluates the name template itself, with the path of the state. */
  readsItself: ["name"],
  spec: scraperEntry({
    name: templated.optional().meta({
      label: "Name",
      placeholder: "{{ .path }}",
      description: "Variables: path, the path of the state, and base, its file name without the extension.",
    }),
    state: stateSpec,
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      let count = 0;
      for await (const state of statesIn(spec.state, traced)) {
        count += 1;
        try {
          yield moduleIn(state, await nameOf(state, spec.name, traced));
        } catch (error) {
          traced.fail(`${state.source}: ${reasonIn(error)}`, { type: "Terraform::Module" });
        }
      }
      if (count === 0) traced.warn("No state was read, because no file matches.");
    }),
});

async function nameOf({ path }: State, written: string | undefined, run: ScrapeRun): Promise<string> {
  const base = path
    .split("/")
    .at(-1)!
    .replace(/\.tfstate$/, "");
  return written ? run.fill(written, { path, base, filepath: path }) : path;
}

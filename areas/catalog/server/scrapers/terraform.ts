// Terraform states. Each state is a module, without its sensitive values.
import type { z } from "zod";
import { filled, part, templated, text } from "#server/spec/parts.ts";
import { aws, gcp, requestFields } from "../../../connections/server/index.ts";
import { defineScraper, type ScrapeRun } from "../scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { moduleIn, type State } from "./terraform/module.ts";
import { statesIn } from "./terraform/states.ts";
import { reasonIn, explainFailures } from "./explain-failures.ts";

const stateRequest = part(requestFields).omit({
  endpoint: true,
  method: true,
  body: true,
  templateBody: true,
  env: true,
});

const stateSpec = part({
  local: templated.optional().meta({
    label: "Files",
    placeholder: "/srv/terraform/**/*.tfstate",
    description: "A path on this machine, with * and **.",
  }),
  s3: part({
    bucket: filled.meta({ label: "Bucket" }),
    objectPath: text.optional().meta({ label: "Object", placeholder: "env/prod/terraform.tfstate, or **/*.tfstate" }),
    ...aws.omit({ objectPath: true }).shape,
  })
    .optional()
    .meta({ label: "S3" }),
  gcs: part({
    bucket: filled.meta({ label: "Bucket" }),
    objectPath: text.optional().meta({ label: "Object", placeholder: "env/prod/default.tfstate, or **/*.tfstate" }),
    ...gcp.shape,
  })
    .optional()
    .meta({ label: "Google Cloud Storage" }),
  http: stateRequest
    .optional()
    .meta({ label: "HTTP", description: "A state stored by the http backend of Terraform." }),
})
  .meta({ label: "State" })
  .superRefine(({ local, s3, gcs, http }, context) => {
    if (!local && !s3 && !gcs && !http)
      context.addIssue({
        code: "custom",
        path: ["local"],
        message: "is required, unless there is s3, gcs or http",
      });
  });

export type StateSpec = z.output<typeof stateSpec>;

export const terraform = defineScraper({
  type: "terraform",
  title: "Terraform",
  icon: "terraform",
  onlyAdmins: ({ state }) => Boolean(state.local),
  /** The template of the name is rendered here, with the path of the state. */
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
      if (count === 0) traced.warn("No state was read: no file matches.");
    }),
});

async function nameOf({ path }: State, written: string | undefined, run: ScrapeRun): Promise<string> {
  const base = path
    .split("/")
    .at(-1)!
    .replace(/\.tfstate$/, "");
  return written ? run.fill(written, { path, base, filepath: path }) : path;
}

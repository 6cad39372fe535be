// Decrypts the credentials and secret parameters of a run, and registers them with the caller's scrubber.
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import type { PlaybookSpec } from "../spec.ts";
import type { Engine } from "./engine.ts";
import type { RunRow } from "./run-row.ts";

export interface OpenedRun {
  spec: PlaybookSpec;
  parameters: Readonly<Record<string, string>>;
}

export function openRun(
  { secrets }: Pick<System, "secrets">,
  { spec: schema }: Pick<Engine, "spec">,
  run: Pick<RunRow, "id" | "spec" | "spec_secrets" | "parameters" | "parameters_secrets">,
  scrubber: Scrubber,
): OpenedRun {
  const place = { table: "playbook_runs", id: run.id, column: "spec" };
  const spec = openDocument(secrets, place, { masked: run.spec, sealed: run.spec_secrets }) as PlaybookSpec;
  // A run without sealed credentials has none, so its spec is not searched for them again.
  if (run.spec_secrets !== null) scrubber.know(...secretTexts(schema, spec));
  const sealed = run.parameters_secrets;
  const secretParameters =
    sealed === null
      ? {}
      : (JSON.parse(
          secrets.open(sealed, { table: "playbook_runs", row: run.id, column: "parameters_secrets" }),
        ) as Record<string, string>);
  scrubber.know(...Object.values(secretParameters));
  return { spec, parameters: { ...run.parameters, ...secretParameters } };
}

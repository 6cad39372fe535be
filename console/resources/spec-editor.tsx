// The editor of a spec: the generated form and its code, or a custom editor of the resource.
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import type { FunctionComponent } from "#console/shell/area.ts";
import { lazyPart } from "#console/shell/lazy-part.tsx";
import { onlyComponent } from "#console/shell/registry.ts";
import type { SettingsResource } from "./resource.ts";
import type { Draft } from "./resource-row.ts";

export interface SpecEditorProps {
  /** The id of the stored resource; undefined for a new one. */
  id: string | undefined;
  /** The whole draft. */
  draft: Draft;
  schema: JsonSchema;
  value: unknown;
  saved: unknown;
  onChange: (spec: unknown) => void;
  readOnly: boolean;
  problems: readonly SchemaProblem[];
  onInvalid: (why: string | undefined) => void;
}

function PlainSpec({ id: _id, draft: _draft, ...edited }: SpecEditorProps) {
  return <FormOrCode label="Spec" {...edited} />;
}

// Cached, since a new component for each render would be loaded and mounted again.
const editors = new WeakMap<object, FunctionComponent<SpecEditorProps>>();

export function specEditorOf({ spec: load }: SettingsResource): FunctionComponent<SpecEditorProps> {
  if (!load) return PlainSpec;
  const known = editors.get(load) ?? lazyPart(async () => onlyComponent(await load()));
  editors.set(load, known);
  return known;
}

// What a spec is edited with: the form that its schema makes and its code, or what a resource brings itself.
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import type { FunctionComponent } from "#console/shell/area.ts";
import { lazyPart } from "#console/shell/lazy-part.tsx";
import { onlyComponent } from "#console/shell/registry.ts";
import type { SettingsResource } from "./resource.ts";
import type { Draft } from "./resource-row.ts";

export interface SpecEditorProps {
  /** Of what is stored; undefined for a new one. */
  id: string | undefined;
  /** All that is written of it. */
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

// It must be the same component each time it is drawn, or it would be loaded and started anew.
const editors = new WeakMap<object, FunctionComponent<SpecEditorProps>>();

export function specEditorOf({ spec: load }: SettingsResource): FunctionComponent<SpecEditorProps> {
  if (!load) return PlainSpec;
  const known = editors.get(load) ?? lazyPart(async () => onlyComponent(await load()));
  editors.set(load, known);
  return known;
}

// The editor of a spec: the generated form and its code, or a custom editor of the resource.
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { FunctionComponent } from "#console/widgets/lazy-part.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { onlyComponent } from "#console/shell/registry.ts";
import type { SettingsResource, SpecEditorProps } from "./settings-resource.ts";

function PlainSpec({ id: _id, draft: _draft, ...edited }: SpecEditorProps) {
  return <FormOrCode label="Spec" {...edited} />;
}

// Editors are cached, since a new component for each render would be loaded and mounted again.
const editors = new WeakMap<object, FunctionComponent<SpecEditorProps>>();

export function specEditorOf({ spec: load }: SettingsResource): FunctionComponent<SpecEditorProps> {
  if (!load) return PlainSpec;
  const known = editors.get(load) ?? lazyPart(async () => onlyComponent(await load()));
  editors.set(load, known);
  return known;
}

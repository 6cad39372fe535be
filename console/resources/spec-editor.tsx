// The parts of a resource's page that its area can define: the editor of the spec, and the current state of the
// resource.
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { FunctionComponent } from "#console/widgets/lazy-part.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import type { Loader } from "#console/shell/area.ts";
import { onlyComponent } from "#console/shell/registry.ts";
import type { SettingsResource, SpecEditorProps } from "./settings-resource.ts";

function PlainSpec({ id: _id, draft: _draft, ...edited }: SpecEditorProps) {
  return <FormOrCode label="Spec" {...edited} />;
}

// The parts are cached, since a new component for each render would be loaded and mounted again.
const parts = new WeakMap<object, unknown>();

function partOf<Props extends object>(load: Loader<Props>): FunctionComponent<Props> {
  const known = parts.get(load) ?? lazyPart(async () => onlyComponent(await load()));
  parts.set(load, known);
  return known as FunctionComponent<Props>;
}

/** The generated form and its code, or a custom editor. */
export const specEditorOf = ({ spec }: SettingsResource) => (spec ? partOf(spec) : PlainSpec);

export const statusOf = ({ status }: SettingsResource) => status && partOf(status);

export const builtInPageOf = ({ builtIn }: SettingsResource, id: string) =>
  builtIn?.id === id ? partOf(builtIn.page) : undefined;

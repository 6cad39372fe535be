import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { ReadOnlyValue } from "#console/widgets/form/spec/SpecValues.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { ResourceKind } from "../../model.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { type ChosenResource, resourceLabels, selectorsFor } from "./needed-resource.ts";
import { resourceName } from "./resource-name.ts";

interface ResourceChoiceProps {
  kind: ResourceKind;
  spec: ShownSpec;
  given: ChosenResource | undefined;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

const kinds = { config: "configs", component: "components", check: "checks" } as const;

/** The resource of the run: a link if the page sets it, or else a picker with the matching resources. */
export function ResourceChoice({ kind, spec, given, value, onChange }: ResourceChoiceProps) {
  const label = resourceLabels[kind];
  if (given)
    return (
      <ReadOnlyValue label={label}>
        <KnownResource resource={given} />
      </ReadOnlyValue>
    );
  return (
    <ResourceField
      label={label}
      kind={kinds[kind]}
      filter={selectorsFor(spec, kind) as unknown as readonly ResourceSelector[]}
      value={value}
      onChange={onChange}
      isRequired
    />
  );
}

function KnownResource({ resource }: { resource: ChosenResource }) {
  const name = useQuery(resourceName(resource)).data ?? resource.id;
  return <ResourceLink kind={resource.kind} id={resource.id} name={name} />;
}

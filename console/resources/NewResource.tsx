import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { Unauthorized } from "#console/shell/Unauthorized.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { refreshed } from "../client/query.ts";
import { createResource } from "./resource-client.ts";
import { ResourceForm } from "./ResourceForm.tsx";
import type { SettingsResource } from "./settings-resource.ts";
import { type Draft, rowOf } from "./resource-row.ts";
import { savedWith } from "./save-warnings.ts";

/** The page that creates a resource. */
export function NewResource({ resource }: { resource: SettingsResource }) {
  const { name, title, path, namespace, ownIcon, hasLabels = false, runsOnAgents = false } = resource;
  const mayWrite = useActor().can("write", resource.resource);
  const cache = useQueryClient();
  const [first] = useState<Draft>({ name: undefined, namespace, labels: undefined, icon: ownIcon, spec: {} });
  const [draft, setDraft] = useState(first);
  if (!mayWrite) return <Unauthorized needs={{ action: "write", resource: resource.resource }} />;
  const create = async () => {
    const columns = { hasNamespace: namespace !== undefined, hasLabels, hasIcon: ownIcon !== undefined, runsOnAgents };
    const { warnings } = await createResource(resource, rowOf(draft, columns));
    if (warnings.length > 0) toast.warning(savedWith(`${name} added`, warnings));
    else toast.success(`${name} added successfully`);
    await refreshed(cache, resource);
  };
  return (
    <Page title={`Add ${name}`} parents={[...(resource.parents ?? []), { title, href: path }]}>
      <ResourceForm resource={resource} saved={first} draft={draft} onChange={setDraft} submit={create} isNew />
    </Page>
  );
}

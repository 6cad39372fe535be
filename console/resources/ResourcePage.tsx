import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import { useActor } from "#console/access/access.ts";
import type { SlotEntry, Slots } from "#console/shell/area.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { isId, oneResource } from "./resource-client.ts";
import { ResourceEditor } from "./ResourceEditor.tsx";
import { builtInPageOf } from "./spec-editor.tsx";
import type { SettingsResource } from "./settings-resource.ts";

const slotted = (entry: SlotEntry<Slots["resource.tabs"]>, props: Slots["resource.tabs"]) => () => (
  <SlotContent entry={entry} of={props} />
);

/** The page of a resource: its spec, and the tabs that areas add. */
export function ResourcePage({ resource }: { resource: SettingsResource }) {
  const { id = "" } = useParams({ strict: false });
  const { title, path, name, kind } = resource;
  const found = useQuery({ ...oneResource(resource, id), enabled: isId(id) });
  const mayWrite = useActor().can("write", resource.resource);
  const more = useSlot("resource.tabs").filter(({ fits }) => fits === undefined || fits({ id, kind }));
  const parents = [...(resource.parents ?? []), { title, href: path }];

  if (!isId(id) || found.data === null)
    return (
      <Page title={name} parents={parents}>
        <Notice
          title="No resources found"
          action={<Link to={path} className="text-link hover:underline">{`Back to ${title}`}</Link>}
        >
          There is no such {name.toLowerCase()}. It may have been deleted.
        </Notice>
      </Page>
    );
  const { data } = found;
  const BuiltIn = builtInPageOf(resource, id);
  if (data && BuiltIn)
    return (
      <Page title={resource.builtIn?.name ?? name} parents={parents} refresh={found}>
        <Suspense>
          <BuiltIn />
        </Suspense>
      </Page>
    );
  return (
    <Page
      title={data?.row.name ?? name}
      isTitleName={data !== undefined}
      hasTitleBelow={data !== undefined}
      parents={parents}
      refresh={found}
    >
      {data ? (
        <div className="flex h-full flex-col">
          {/* A small screen truncates the page title. */}
          <p aria-hidden className="px-4 pt-2 text-title font-semibold wrap-anywhere shell:hidden">
            {data.row.name}
          </p>
          <ResourceEditor key={id} resource={resource} found={data} mayWrite={mayWrite}>
            {(spec) => (
              <Tabs
                label={name}
                tabs={[
                  { value: "spec", label: "Spec", draw: () => spec },
                  ...more.map((entry) => ({
                    value: entry.title.toLowerCase().replaceAll(" ", "-"),
                    label: entry.title,
                    draw: slotted(entry, { id, kind }),
                  })),
                ]}
              />
            )}
          </ResourceEditor>
        </div>
      ) : (
        <div className="max-w-4xl p-4">
          <FormSkeleton label={name} />
        </div>
      )}
    </Page>
  );
}

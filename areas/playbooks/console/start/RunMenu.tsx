import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useCall } from "#console/client/call.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { listPlaybooks, type RunnablePlaybook } from "../../contract.ts";
import { resourceField, type ChosenResource } from "./needed-resource.ts";
import { RunDialog } from "./RunDialog.tsx";

const RELATIONS = { relations: ["playbooks"] };

/** A menu of the playbooks that apply to a resource. Hidden if no playbook applies. */
export function RunMenu({ resource }: { resource: ChosenResource }) {
  const mayRun = useActor().can("playbook:run", "playbooks");
  return mayRun && <Fitting resource={resource} />;
}

function Fitting({ resource }: { resource: ChosenResource }) {
  const found = useCall(listPlaybooks, { query: resourceField(resource) }, RELATIONS).data ?? [];
  const [opened, setOpened] = useState<string>();
  if (found.length === 0) return null;
  return (
    <>
      <Menu
        label="Playbooks: run a playbook"
        items={itemsOf(found, setOpened)}
        align="end"
        className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover aria-expanded:bg-hover"
      >
        <Icon name="circle-play" size={14} />
        Playbooks
        <Icon name="chevron-down" size={14} className="text-muted" />
      </Menu>
      {found.map((playbook) => (
        <InPalette key={playbook.id} title={titleOf(playbook)} run={() => setOpened(playbook.id)} />
      ))}
      <RunDialog playbookId={opened} resource={resource} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** The playbooks, grouped by category. */
export function itemsOf(playbooks: readonly RunnablePlaybook[], open: (id: string) => void): MenuItem[] {
  const groups = Map.groupBy(playbooks, ({ category }) => category);
  return [...groups].flatMap(([category, grouped]): MenuItem[] => [
    ...(groups.size > 1 || category !== "" ? [{ type: "heading" as const, label: category || "Other" }] : []),
    ...grouped.map((playbook) => ({
      type: "action" as const,
      label: titleOf(playbook),
      icon: "play" as const,
      run: () => open(playbook.id),
    })),
  ]);
}

const titleOf = ({ title, name }: RunnablePlaybook) => title || name;

function InPalette({ title, run }: { title: string; run: () => void }) {
  usePageAction({ label: `Run playbook: ${title}`, icon: "play", run });
  return null;
}

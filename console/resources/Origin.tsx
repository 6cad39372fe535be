import type { ReactNode } from "react";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { originOf, type ListedResource, type ResourceRow } from "./resource-row.ts";

interface OriginProps {
  /** Leaves out the text before a link. Used in lists, where the text would be the same in most rows. */
  isBrief?: boolean;
  /** The names of creators by id (origin-names.ts). */
  names?: ReadonlyMap<string, string>;
  row: Pick<ResourceRow, "id" | "name" | "namespace" | "source" | "agent_id"> & Pick<ListedResource, "agent">;
}

/** Shown if the creator's name is unknown, since an id would not help. */
const unnamed: Readonly<Record<string, string>> = {
  agent: "an agent",
  component: "a component",
  config: "a catalog item",
};

/** Shows the source of a row that is not edited here. Renders nothing for other rows. */
export function Origin({ row, names, isBrief = false }: OriginProps) {
  const origin = originOf(row);
  if (!origin) return null;
  const { text, link } = origin;
  const agent = link?.kind === "agent" ? row.agent?.name : undefined;
  return (
    <span title={text} className="flex min-w-0 items-center gap-1">
      {!(isBrief && link) && <span className={link ? "shrink-0" : "truncate"}>{text}</span>}{" "}
      {link && (
        <ResourceLink
          kind={link.kind}
          id={link.id}
          name={link.name ?? agent ?? names?.get(link.id) ?? unnamed[link.kind] ?? link.kind}
        />
      )}
    </span>
  );
}

/** Explains why a form cannot be edited. */
export const ReadOnlyNote = ({ children }: { children: ReactNode }) => (
  <div role="note" className="flex flex-wrap items-center gap-x-2 rounded-md border border-line bg-sunken px-3 py-2">
    <Icon name="lock" size={14} className="text-muted" />
    <span className="font-medium">Read-only</span>
    {children}
  </div>
);

import { useMemo, useState } from "react";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { TopologyDryRunComponent } from "../../building.contract.ts";
import { type PreviewNode, previewTree } from "./preview-tree.ts";

/** Deeper levels are collapsed at first. */
const OPEN_LEVELS = 2;

/** The tree that a topology would have. */
export function PreviewTree({ components }: { components: readonly TopologyDryRunComponent[] }) {
  const roots = useMemo(() => previewTree(components), [components]);
  return <Level nodes={roots} level={0} label="Components" />;
}

const Level = ({ nodes, level, label }: { nodes: readonly PreviewNode[]; level: number; label: string }) => (
  <ul aria-label={label} className={level === 0 ? "" : "ml-3 border-l border-line pl-2"}>
    {nodes.map((node) => (
      <Line key={node.component.id} node={node} level={level} />
    ))}
  </ul>
);

function Line({ node: { component, children }, level }: { node: PreviewNode; level: number }) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS);
  const { name, text, icon, type, health, action } = component;
  const shownName = text || name;
  return (
    <li>
      <div className="flex min-h-7 min-w-0 items-center gap-1.5 rounded-sm pr-2 hover:bg-hover">
        {children.length > 0 ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Collapse" : "Expand"} ${shownName}`}
            onClick={() => setOpen(!isOpen)}
            className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-text"
          >
            <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} />
          </button>
        ) : (
          <span className="size-6 shrink-0" />
        )}
        {health !== null && (
          <>
            <StatusMark meaning={meaningOf(health)} />
            <span className="sr-only">{health}: </span>
          </>
        )}
        <AnyIcon name={icon || type || "box"} fallback="box" className="shrink-0 text-muted" />
        <span className={`flex min-w-0 ${action === "deleted" ? "text-muted line-through" : ""}`}>
          <Truncated text={shownName} />
        </span>
        {type !== null && <span className="min-w-0 shrink truncate text-muted max-shell:hidden">{type}</span>}
        {children.length > 0 && !isOpen && (
          <span className="shrink-0 text-meta text-muted tabular-nums">{children.length.toLocaleString("en")}</span>
        )}
        {action !== "unchanged" && <span className={`ml-auto shrink-0 text-meta ${looks[action]}`}>{action}</span>}
      </div>
      {isOpen && children.length > 0 && <Level nodes={children} level={level + 1} label={`Parts of ${shownName}`} />}
    </li>
  );
}

const looks: Readonly<Record<Exclude<TopologyDryRunComponent["action"], "unchanged">, string>> = {
  added: "text-healthy-text",
  updated: "text-warning-text",
  deleted: "text-unhealthy-text",
};

const meaningOf = (health: string) =>
  health === "healthy" || health === "unhealthy" || health === "warning" ? health : "unknown";

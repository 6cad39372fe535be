import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Health } from "#console/widgets/badge/Badges.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { countOf } from "#lib/text/words.ts";
import type { Distinction } from "../parts/same-names.ts";
import type { TreeNode } from "./tree-graph.ts";

interface GraphCardProps {
  node: TreeNode;
  /** The attribute that distinguishes the component from others with the same name. */
  distinction: Distinction | undefined;
  href: string;
  tabIndex: 0 | -1;
  toggle: () => void;
}

/** A component in the graph, with a button that shows or hides its children. */
export function GraphCard({
  node: { component, childCount, isOpen },
  distinction,
  href,
  tabIndex,
  toggle,
}: GraphCardProps) {
  const { name, text, icon, type, health } = component;
  return (
    <div className="flex h-full flex-col justify-center gap-1 px-3">
      <span className="flex min-w-0 items-center gap-2">
        {icon && <AnyIcon name={icon} fallback="box" className="size-4 shrink-0" />}
        <AddressLink
          href={href}
          tabIndex={tabIndex}
          draggable={false}
          className="flex min-w-0 font-medium hover:text-link hover:underline"
        >
          <Truncated text={text || name} />
        </AddressLink>
        {distinction && (
          <span title={distinction.name} className="max-w-24 shrink-0 truncate text-[0.75rem] text-muted">
            {distinction.value}
          </span>
        )}
      </span>
      {/* At the smallest initial zoom of a graph, a 12 px font is drawn with 11 px. */}
      <span className="flex min-w-0 items-center gap-2 text-[0.75rem] leading-5 text-muted">
        <span className="flex shrink-0">
          <Health health={health} />
        </span>
        {type && <span className="min-w-0 truncate">{type}</span>}
        {childCount > 0 && (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Collapse" : "Expand"} ${name}, ${countOf(childCount, "child", "children")}`}
            onClick={toggle}
            className="ml-auto inline-flex h-6 shrink-0 items-center gap-0.5 rounded-full bg-press px-1.5 text-text tabular-nums"
          >
            {childCount.toLocaleString("en")}
            <Icon name={isOpen ? "chevron-left" : "chevron-right"} size={14} />
          </button>
        )}
      </span>
    </div>
  );
}

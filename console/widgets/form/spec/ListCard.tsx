import { type ReactNode, useId, useState } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { type Path } from "../json-schema.ts";
import { useProblemWithin } from "./spec-context.ts";
import type { Summary } from "./summary.ts";

interface ListCardProps {
  /** "Property 1" */
  name: string;
  summary: Summary;
  path: Path;
  /** Whether the fields are shown at first even if they have no problem. */
  isNew: boolean;
  actions: ReactNode;
  children: ReactNode;
}

/** An entry of a list: a line with its values, which expands to show its fields. */
export function ListCard({ name, summary, path, isNew, actions, children }: ListCardProps) {
  const body = useId();
  const [found, reported] = [useProblemWithin(path, true), useProblemWithin(path, false)];
  const [opened, setOpen] = useState(isNew || found !== undefined);
  const isOpen = opened || reported !== undefined;
  return (
    <div role="group" aria-label={name} className="min-w-0 rounded-md border border-line bg-surface">
      <div className="flex items-center gap-1 p-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left max-shell:min-h-touch"
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} className="shrink-0 text-muted" />
          <span className="max-w-full min-w-0 truncate font-medium">{summary.title ?? name}</span>
          {!isOpen && summary.rest !== "" && (
            // This text shrinks first, since people identify an entry by its title.
            <span className="min-w-0 shrink-[1000] truncate text-muted">{summary.rest}</span>
          )}
        </button>
        {actions}
      </div>
      <div id={body} className={isOpen ? "border-t border-line p-4" : "hidden"}>
        {isOpen && children}
      </div>
    </div>
  );
}

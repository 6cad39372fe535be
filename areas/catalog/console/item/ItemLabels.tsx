import { useMemo } from "react";
import type { Labels } from "#language/columns.ts";
import { groupLabels, type LabelGroup, type LabelLine } from "./label-groups.ts";

/** Labels, those of one prefix together. */
export function ItemLabels({ labels }: { labels: Labels }) {
  const groups = useMemo(() => groupLabels(labels), [labels]);
  if (groups.length === 0) return null;
  return (
    <section aria-label="Labels" className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="font-medium">Labels</h2>
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </section>
  );
}

const Group = ({ group: { title, lines } }: { group: LabelGroup }) => (
  <div className="min-w-0">
    {title !== "" && (
      <h3 title={title} className="truncate text-meta text-muted">
        {title}
      </h3>
    )}
    <dl className={`flex flex-col gap-1 ${title === "" ? "" : "mt-1 border-l border-line pl-2"}`}>
      {lines.map((line) => (
        <Line key={line.label} line={line} />
      ))}
    </dl>
  </div>
);

const Line = ({ line: { label, value, beside } }: { line: LabelLine }) => (
  <div className={`grid min-w-0 gap-x-3 ${beside ? "grid-cols-2" : ""}`}>
    {[{ label, value }, ...(beside ? [beside] : [])].map((one) => (
      <div key={one.label} className="grid min-w-0 grid-cols-[minmax(0,5fr)_minmax(0,6fr)] gap-x-2">
        <dt title={one.label} className="truncate text-muted">
          {one.label}
        </dt>
        <dd title={one.value} className="truncate">
          {one.value}
        </dd>
      </div>
    ))}
  </div>
);

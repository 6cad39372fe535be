import { useMemo } from "react";
import { Truncated } from "../Truncated.tsx";
import type { Labels } from "#language/columns.ts";
import { groupLabels, type PrefixGroup } from "./label-groups.ts";

/** Labels or tags, grouped by prefix. */
export function GroupedLabels({ labels, title = "Labels" }: { labels: Labels; title?: string }) {
  const groups = useMemo(() => groupLabels(labels), [labels]);
  if (groups.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="font-medium">{title}</h2>
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </section>
  );
}

const Group = ({ group: { title, lines } }: { group: PrefixGroup<string> }) => (
  <div className="min-w-0">
    {title !== "" && (
      <h3 title={title} className="truncate text-meta text-muted">
        {title}
      </h3>
    )}
    <dl className={`flex flex-col gap-1 ${title === "" ? "" : "mt-1"}`}>
      {lines.map(({ label, value, second }) => (
        <div key={label} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
          <Label text={label} />
          <dd className="flex min-w-0">
            <Truncated text={value} />
          </dd>
          {second && (
            <>
              <Label text={second.label} />
              <dd className="flex min-w-0">
                <Truncated text={second.value} />
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  </div>
);

const Label = ({ text }: { text: string }) => (
  <dt className="flex min-w-0 text-muted">
    <Truncated text={text} />
  </dt>
);

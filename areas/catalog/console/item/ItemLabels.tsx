import { Fragment, useMemo } from "react";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { Labels } from "#language/columns.ts";
import { groupLabels, type LabelGroup } from "./label-groups.ts";

/** Labels, grouped by prefix. */
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
    <dl
      className={`grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,6fr)] gap-x-2 gap-y-1 ${title === "" ? "" : "mt-1 border-l border-line pl-2"}`}
    >
      {lines.map(({ label, value, second }) => (
        <Fragment key={label}>
          <Pair label={label} value={value} span={second ? "" : "col-span-2"} />
          {second && <Pair {...second} span="" />}
        </Fragment>
      ))}
    </dl>
  </div>
);

const Pair = ({ label, value, span }: { label: string; value: string; span: string }) => (
  <div className="contents">
    <dt className={`flex min-w-0 text-muted ${span}`}>
      <Truncated text={label} />
    </dt>
    <dd className={`flex min-w-0 ${span}`}>
      <Truncated text={value} />
    </dd>
  </div>
);

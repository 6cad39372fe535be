import type { FunctionComponent, ReactNode } from "react";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { printLatency } from "#lib/time/duration.ts";
import type { DryRun, DryRunChange, DryRunItem, DryRunRelationship } from "../../scraping.contract.ts";
import { ConfigName } from "../parts/ConfigLink.tsx";
import { ConfigStatus } from "../parts/ConfigStatus.tsx";
import { typeLabel } from "../parts/ConfigType.tsx";
import { TagChips } from "../parts/TagChips.tsx";

/** The result of a dry run: the items found, and the changes and relationships that would be saved. */
export function DryRunResult({ found }: { found: DryRun }) {
  const { items, changes, relationships, errors, warnings, is_cut: isCut, duration } = found;
  const counts = countsOf(items);
  return (
    <div className="flex flex-col gap-4">
      <p>
        {items.length === 0 ? "No items were found" : actions.map((action) => `${counts[action]} ${action}`).join(", ")}
        <span className="text-muted"> in {printLatency(duration)}</span>
      </p>
      {isCut && (
        <Message meaning="warning" title="Incomplete.">
          Only the first {items.length.toLocaleString("en")} items were read; a run reads all of them.
        </Message>
      )}
      {tallied(errors).map(([error, count]) => (
        <Message key={error} meaning="unhealthy" title={count > 1 ? `Error, ${count} times` : "Error"}>
          {error}
        </Message>
      ))}
      {warnings.map(({ error, count }) => (
        <Message key={error} meaning="warning" title={count > 1 ? `Warning, ${count} times` : "Warning"}>
          {error}
        </Message>
      ))}
      <Tabs
        label="Result"
        param="would"
        tabs={[
          { value: "items", label: "Items", count: items.length, draw: drawn(Items, { items }) },
          { value: "changes", label: "Changes", count: changes.length, draw: drawn(Changes, { changes }) },
          {
            value: "relationships",
            label: "Relationships",
            count: relationships.length,
            draw: drawn(Relationships, { relationships }),
          },
        ]}
      />
    </div>
  );
}

const drawn =
  <Props extends object>(Part: FunctionComponent<Props>, props: Props) =>
  () => <Part {...props} />;

const Message = (props: { meaning: "warning" | "unhealthy"; title: string; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={props.meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
      <span className="font-medium">{props.title}</span> {props.children}
    </span>
  </p>
);

const Nothing = ({ children }: { children: ReactNode }) => <p className="py-6 text-center text-muted">{children}</p>;

/** A line that expands to its details. */
const Line = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li className="border-b border-line last:border-b-0">
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1.5 hover:bg-hover">
        <Icon
          name="chevron-right"
          size={14}
          className="shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="p-3 pt-1">{children}</div>
    </details>
  </li>
);

function Items({ items }: { items: readonly DryRunItem[] }) {
  if (items.length === 0) return <Nothing>A run would save no items.</Nothing>;
  return (
    <ul aria-label="Items" className="mt-3 rounded-md border border-line">
      {items.map((item) => (
        <Line
          key={item.id}
          title={
            <>
              {/* On a small screen the name has its own line, with the status below. */}
              <span className="min-w-0 flex-1 max-shell:basis-[calc(100%-2rem)] shell:basis-48">
                <ConfigName name={item.name} type={item.type} />
              </span>
              <span className="w-40 min-w-0 truncate text-muted max-shell:hidden">{typeLabel(item.type)}</span>
              <span className="min-w-0 max-shell:ml-6.5 shell:w-40">
                <ConfigStatus status={item.status} health={item.health} />
              </span>
              <span className="w-48 max-shell:hidden">
                <TagChips tags={item.tags} max={3} />
              </span>
              <span className="ml-auto shrink-0 text-right text-muted shell:w-20">{item.action}</span>
            </>
          }
        >
          {item.is_config_cut ? (
            <p className="text-muted">The document is too large to be shown here.</p>
          ) : (
            <DataViewer value={item.config} title={`Config of ${item.name}`} />
          )}
        </Line>
      ))}
    </ul>
  );
}

function Changes({ changes }: { changes: readonly DryRunChange[] }) {
  if (changes.length === 0) return <Nothing>A run would record no changes.</Nothing>;
  return (
    <ul aria-label="Changes" className="mt-3 rounded-md border border-line">
      {changes.map((change, index) => (
        <Line
          key={`${change.config_id} ${index}`}
          title={
            <>
              <span className="min-w-0 max-shell:flex-1 max-shell:basis-[calc(100%-2rem)] shell:basis-64">
                <ConfigName name={change.config_name} type={change.config_type} />
              </span>
              <span className="truncate font-medium max-shell:ml-6.5 max-shell:max-w-1/2 shell:w-40">
                {change.change_type}
              </span>
              <span className="min-w-0 flex-1 truncate text-muted">{change.summary}</span>
              {change.action === "counted" && <span className="text-muted">seen before</span>}
            </>
          }
        >
          {change.diff === null ? (
            <DataViewer value={change.details ?? {}} title="Details" />
          ) : (
            <DiffViewer unified={change.diff} title={change.config_name} />
          )}
        </Line>
      ))}
    </ul>
  );
}

function Relationships({ relationships }: { relationships: readonly DryRunRelationship[] }) {
  if (relationships.length === 0) return <Nothing>A run would save no relationships.</Nothing>;
  return (
    <ul aria-label="Relationships" className="mt-3 rounded-md border border-line">
      {relationships.map((edge) => (
        <li
          key={`${edge.config_id} ${edge.related_id} ${edge.relation}`}
          className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <ConfigName name={edge.config_name} type={edge.config_type} />
          <span className="text-muted">{edge.relation ?? "relates to"} →</span>
          <ConfigName name={edge.related_name} type={edge.related_type} />
          {edge.is_new && <span className="ml-auto text-muted">new</span>}
        </li>
      ))}
    </ul>
  );
}

/** Counts of the items and errors of a dry run. */
export const actions = ["added", "updated", "unchanged", "deleted"] as const;

export function countsOf(items: readonly Pick<DryRunItem, "action">[]): Record<DryRunItem["action"], number> {
  const counts = { added: 0, updated: 0, unchanged: 0, deleted: 0 };
  for (const { action } of items) counts[action] += 1;
  return counts;
}

/** Distinct errors in order of occurrence, each with its count. */
export const tallied = (errors: readonly string[]): [error: string, count: number][] =>
  [...Map.groupBy(errors, (error) => error)].map(([error, same]) => [error, same.length]);

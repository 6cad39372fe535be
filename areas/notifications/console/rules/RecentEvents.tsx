import { useState } from "react";
import { useCall } from "#console/client/call.ts";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { recentEvents, type RecentEvents as Events } from "../../rules.contract.ts";

/** The last events, with the variables for filters and templates. Events that the rule listens to come first. */
export function RecentEvents({ events: own }: { events: readonly string[] }) {
  const found = useCall(recentEvents, {});
  const [chosenName, setName] = useState<string>();
  const [chosenIndex, setIndex] = useState(0);
  if (found.isError && !found.data)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!found.data) return <TextSkeleton label="Recent events" lines={8} />;
  const names = namesOf(found.data, own);
  const name = names.find((one) => one === chosenName) ?? names[0];
  const list = name === undefined ? [] : (found.data[name] ?? []);
  const shown = list[Math.min(chosenIndex, list.length - 1)];
  if (!shown)
    return (
      <p className="text-muted">No event has happened yet. Events appear here when a health or a status changes.</p>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SelectField
        label="Event"
        isRequired
        options={names.map((value) => ({ value, label: `${value} (${found.data[value]?.length ?? 0})` }))}
        value={name}
        onChange={(next) => {
          setName(next);
          setIndex(0);
        }}
      />
      {list.length > 1 && (
        <SelectField
          label="Occurrence"
          isRequired
          options={list.map(({ env }, index) => ({ value: index, label: `${index + 1}. ${subjectOf(env)}` }))}
          value={Math.min(chosenIndex, list.length - 1)}
          onChange={(index) => setIndex(index ?? 0)}
        />
      )}
      <p className="text-muted">Filters and templates can use these variables.</p>
      <DataViewer title="Variables" value={shown.env} className="max-h-[60dvh]" />
    </div>
  );
}

const namesOf = (found: Events, own: readonly string[]) =>
  Object.keys(found)
    .filter((name) => (found[name]?.length ?? 0) > 0)
    .sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)) || a.localeCompare(b, "en"));

/** The name of the resource that the event is about. */
function subjectOf(env: Readonly<Record<string, unknown>>): string {
  for (const kind of ["check", "config", "component", "canary", "incident"]) {
    const resource = env[kind] as { name?: unknown; title?: unknown } | null | undefined;
    const name = resource?.name ?? resource?.title;
    if (typeof name === "string") return name;
  }
  return "Event";
}

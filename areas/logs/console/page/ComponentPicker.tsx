import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { db, rows } from "#console/client/rows.ts";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";

interface ComponentPickerProps {
  /** Undefined if no component is chosen. */
  name: string | undefined;
  value: string;
  /** An empty id chooses none. */
  change: (id: string) => void;
}

const MAX_SHOWN = 50;

const componentsWithLogs = (text: string) => ({
  ...rows(
    ["components_with_logs", text],
    () => {
      const query = db.from("components_with_logs").select("id,name,icon,type").order("name").limit(MAX_SHOWN);
      return text === "" ? query : query.ilike("name", `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    },
    { of: ["components"] },
  ),
  placeholderData: keepPreviousData,
});

/** A search field for components that have logs. */
export function ComponentPicker({ name, value, change }: ComponentPickerProps) {
  return (
    <Popover
      label={`Component: ${name ?? "None"}`}
      align="start"
      className={`flex h-control max-w-full min-w-0 items-center gap-1.5 rounded-md border bg-surface px-2.5 transition-colors hover:bg-hover aria-expanded:bg-hover ${value === "" ? "border-line" : "border-line-strong"}`}
      popupClassName="w-80"
      button={
        <>
          <span className="shrink-0 text-muted">Component</span>{" "}
          <span className={`max-w-48 min-w-0 truncate ${value === "" ? "text-faint" : "font-medium"}`}>
            {name ?? "None"}
          </span>
          <Icon name="chevron-down" size={14} className="ml-auto shrink-0 text-faint" />
        </>
      }
    >
      {(close) => (
        <Choices
          value={value}
          choose={(id) => {
            change(id);
            close();
          }}
        />
      )}
    </Popover>
  );
}

const row =
  "flex min-h-control w-full min-w-0 items-center gap-2 rounded-sm px-2 text-left hover:bg-hover aria-pressed:font-medium focus-visible:outline-offset-0";

function Choices({ value, choose }: { value: string; choose: (id: string) => void }) {
  const [text, setText] = useState("");
  const { data, isError, error } = useQuery(componentsWithLogs(text.trim()));
  return (
    <div className="flex flex-col p-1.5">
      <SearchBox label="Find a component" value={text} change={setText} delayMs={200} className="mb-1.5" />
      {isError && <p className="p-2 text-unhealthy-text">Unable to load components! {messageOf(error)}</p>}
      <ul aria-label="Components with logs" className="max-h-80 overflow-y-auto">
        {text === "" && (
          <li>
            <button type="button" aria-pressed={value === ""} onClick={() => choose("")} className={row}>
              <span className="text-muted">None</span>
            </button>
          </li>
        )}
        {data?.map(({ id, name, icon, type }) => (
          <li key={id}>
            <button type="button" title={name} aria-pressed={value === id} onClick={() => choose(id)} className={row}>
              <AnyIcon name={icon || type || "box"} fallback="box" className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {type && <span className="max-w-1/2 truncate text-meta text-muted">{type}</span>}
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && (
        <p className="p-2 text-muted">
          {text === "" ? "No component of a topology has a log selector yet." : `Nothing matches “${text}”.`}
        </p>
      )}
      {data?.length === MAX_SHOWN && <p className="p-2 text-meta text-muted">Type to find more components.</p>}
    </div>
  );
}

import { type KeyboardEvent, useRef, useState } from "react";
import { futurePresets, indefinitely, pastPresets, quickRanges, type TimeRange } from "#lib/time/time-range.ts";
import { Icon } from "../Icon.tsx";

interface RangeListProps {
  range: TimeRange | undefined;
  isFuture: boolean;
  choose: (range: TimeRange | undefined) => void;
}

interface Choice {
  label: string;
  range: TimeRange | undefined;
}

const choiceOf = (range: TimeRange): Choice => ({ label: range.display, range });
const past = {
  "Relative time ranges": pastPresets.map(choiceOf),
  "Other quick ranges": quickRanges.map(choiceOf),
};
const future = {
  "Relative time ranges": [{ label: indefinitely, range: undefined }, ...futurePresets.map(choiceOf)],
};

/** Predefined ranges with a search. */
export function RangeList({ range, isFuture, choose }: RangeListProps) {
  const [search, setSearch] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const groups = Object.entries(isFuture ? future : past)
    .map(([title, choices]) => ({
      title,
      choices: choices.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase())),
    }))
    .filter(({ choices }) => choices.length > 0);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons.at(Math.min(buttons.length - 1, Math.max(0, at + step)))?.focus();
  };
  return (
    // On wide screens the list is as high as the form next to it.
    <div className="shell:relative shell:w-56">
      <div className="flex flex-col border-line max-shell:border-b shell:absolute shell:inset-0 shell:border-l">
        <label className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3 text-muted has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
          <Icon name="search" size={14} />
          <input
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={move}
            placeholder="Search quick ranges"
            aria-label="Search quick ranges"
            className="min-w-0 flex-1 text-text outline-none placeholder:text-faint"
          />
        </label>
        <div ref={list} className="overflow-y-auto p-2 max-shell:max-h-52 shell:min-h-0 shell:flex-1">
          {groups.map(({ title, choices }) => (
            <section key={title} aria-label={title} className="mb-2">
              <h3 className="px-2 py-1 text-meta text-muted">{title}</h3>
              <ul>
                {choices.map(({ label, range: offered }) => {
                  const isChosen = offered?.display === range?.display && offered?.type === range?.type;
                  return (
                    <li key={label}>
                      <button
                        type="button"
                        aria-current={isChosen ? "true" : undefined}
                        onClick={() => choose(offered)}
                        onKeyDown={move}
                        className="flex h-7 min-h-touch w-full items-center justify-between rounded-sm px-2 text-left -outline-offset-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium"
                      >
                        {label}
                        {isChosen && <Icon name="check" size={14} className="text-link" />}
                      </button>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
          {groups.length === 0 && <p className="px-2 py-1 text-muted">No options found</p>}
        </div>
      </div>
    </div>
  );
}

import { useState } from "react";
import { SuggestField } from "#console/widgets/form/fields/SuggestField.tsx";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { durationChoices, durationProblem, readMinDuration } from "./duration-filter.ts";

interface DurationFilterProps {
  /** Empty: any duration. */
  value: string;
  change: (value: string) => void;
}

const ALL = "All";
const SETTLED_MS = 400;
const suggestions = [ALL, ...durationChoices].map((value) => ({ value }));
const isOffered = (text: string) => suggestions.some(({ value }) => value === text);

/** A field for the minimum duration of a run, with suggestions. An invalid value filters nothing and shows an error. */
export function DurationFilter({ value, change }: DurationFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // The URL can change by typing, by clearing the filters, or by going back.
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const settled = useSettled(typed, SETTLED_MS);
  const isWrong = typed !== "" && settled === typed && readMinDuration(typed) === undefined;
  const type = (next = "") => {
    const text = next.toLowerCase() === ALL.toLowerCase() ? "" : next;
    setTyped(text);
    if ((text === "" || readMinDuration(text) !== undefined) && text !== value) change(text);
  };
  return (
    <div className="flex items-start rounded-md border border-line bg-surface pl-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover has-[[aria-invalid=true]]:border-unhealthy">
      <span aria-hidden className="flex h-[calc(var(--control)-2px)] items-center text-muted">
        Duration
      </span>
      {/* The parent draws the border, in the same way as for the other filters. */}
      <div
        className="w-24 data-wrong:w-56 [&_input]:h-[calc(var(--control)-2px)] [&_input]:border-0 [&_input]:bg-transparent [&_input]:pl-1.5 [&_input]:outline-none"
        data-wrong={isWrong || undefined}
      >
        <SuggestField
          label="Duration"
          isLabelHidden
          value={typed}
          onChange={type}
          placeholder={ALL}
          // Users can also type values that are not suggested. While the user types, the list shows only completions of
          // the text, so that the list does not cover the error message.
          suggestions={
            isOffered(typed) ? suggestions : suggestions.filter(({ value: suggestion }) => suggestion.startsWith(typed))
          }
          error={isWrong ? durationProblem : undefined}
        />
      </div>
    </div>
  );
}

import { useState } from "react";
import { SuggestField } from "#console/widgets/form/fields/SuggestField.tsx";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { durationChoices, durationProblem, readLeast } from "./duration-filter.ts";

interface DurationFilterProps {
  /** Empty for any. */
  value: string;
  change: (value: string) => void;
}

const ALL = "All";
const SETTLED_MS = 400;
const suggestions = [ALL, ...durationChoices].map((value) => ({ value }));
const isOffered = (text: string) => suggestions.some(({ value }) => value === text);

/** How long a run took at least: one of some, or typed. What cannot be read filters nothing and says so. */
export function DurationFilter({ value, change }: DurationFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed: by what was typed, or by somebody who clears the filters or goes back.
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const settled = useSettled(typed, SETTLED_MS);
  const isWrong = typed !== "" && settled === typed && readLeast(typed) === undefined;
  const type = (next = "") => {
    const text = next.toLowerCase() === ALL.toLowerCase() ? "" : next;
    setTyped(text);
    if ((text === "" || readLeast(text) !== undefined) && text !== value) change(text);
  };
  return (
    <div className="flex items-start gap-2">
      <span aria-hidden className="leading-8 text-muted">
        Duration
      </span>
      <div className="w-32 data-wrong:w-56" data-wrong={isWrong || undefined}>
        <SuggestField
          label="Duration"
          isLabelHidden
          value={typed}
          onChange={type}
          placeholder={ALL}
          // What is there can be exchanged; what is being typed is helped along, and does not hide what is wrong with it.
          suggestions={isOffered(typed) ? suggestions : suggestions.filter(({ value: one }) => one.startsWith(typed))}
          error={isWrong ? durationProblem : undefined}
        />
      </div>
    </div>
  );
}

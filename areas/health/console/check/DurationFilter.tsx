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
          suggestions={suggestions}
          error={isWrong ? durationProblem : undefined}
        />
      </div>
    </div>
  );
}

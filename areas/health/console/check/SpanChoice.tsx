import { Icon } from "#console/widgets/Icon.tsx";
import { spans } from "./time-spans.ts";

interface SpanChoiceProps {
  span: string;
  change: (span: string) => void;
}

/** Selects the time range. A native select opens at once and works with every keyboard and phone. */
export const SpanChoice = ({ span, change }: SpanChoiceProps) => (
  <label className="flex items-center gap-2 text-muted">
    <span className="max-shell:sr-only">Time Range</span>
    <span className="relative flex items-center rounded-md border border-line bg-surface text-text focus-within:outline-2 focus-within:outline-focus hover:bg-hover">
      <select
        value={span}
        onChange={(event) => change(event.target.value)}
        className="h-control cursor-pointer appearance-none bg-transparent [field-sizing:content] pr-7 pl-2.5 font-medium tabular-nums outline-none max-shell:text-[1rem]"
      >
        {spans.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-2 text-faint" />
    </span>
  </label>
);

import { nextState } from "#language/tri-state.ts";
import { Icon } from "../Icon.tsx";
import type { Chip, FilterOption, Filters } from "./filter-set.ts";

interface FilterChipsProps {
  filters: Pick<Filters, "set" | "chips" | "clear" | "reset">;
  /** The options of each filter, with the labels of their values. */
  options?: Readonly<Record<string, readonly FilterOption[] | undefined>>;
  /** The number of active filters, if some have no chip. */
  active?: number;
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filters, options = {}, active = filters.chips.length }: FilterChipsProps) {
  const { chips, clear, reset } = filters;
  const canReset = reset && Object.values(filters.set).some(({ fallback }) => fallback);
  if (chips.length === 0 && active < 2 && !canReset) return null;
  return (
    <div
      role="group"
      data-chips={chips.length > 0 || undefined}
      aria-label="Filtered by"
      // On a phone the chips are in one line that scrolls, because the rows below need the space. The padding contains
      // the touch area of the last button, which would make the line scroll and fade out.
      className="flex min-w-0 flex-wrap items-center gap-1.5 max-shell:-my-1 max-shell:flex-nowrap max-shell:overflow-x-auto max-shell:py-1 max-shell:pr-2 max-shell:[scrollbar-width:none] max-shell:scroll-fade"
    >
      {chips.map((chip) => (
        <FilterChip
          key={`${chip.filter} ${chip.text}`}
          chip={{ ...chip, text: options[chip.filter]?.find(({ value }) => value === chip.text)?.label ?? chip.text }}
        />
      ))}
      {active > 1 && <QuietButton onClick={clear}>Clear all</QuietButton>}
      {canReset && <QuietButton onClick={reset}>Reset</QuietButton>}
    </div>
  );
}

/** A cleared chip disappears, so the focus moves to the control of its filter, or else to the first of the bar. */
function focusControl(chip: HTMLElement, filter: string) {
  const bar = chip.closest("[role=search]");
  const control = bar?.querySelector<HTMLElement>(`[data-filter="${filter}"] button`) ?? bar?.querySelector("button");
  control?.focus();
}

function FilterChip({ chip: { filter, label, text, state, change, clear } }: { chip: Chip }) {
  const isOut = state === "exclude";
  const content = (
    <>
      {isOut && <Icon name="ban" size={14} className="mr-1 text-unhealthy-text" />}
      <span className="shrink-0 text-muted">
        {label}
        {isOut ? " is not" : ":"}
      </span>{" "}
      <span className="ml-1 max-w-64 min-w-0 truncate font-medium">{text}</span>
    </>
  );
  return (
    <span className="inline-flex h-6 max-w-full min-w-0 items-center max-shell:shrink-0 rounded-full border border-line bg-sunken text-meta max-shell:h-7">
      {change ? (
        // Cycles from include to exclude to none.
        <button
          type="button"
          title={isOut ? `Do not filter ${text}` : `Exclude ${text}`}
          onClick={() => change(nextState(state))}
          className="touch-area flex h-full min-w-0 items-center rounded-full pl-2 hover:underline focus-visible:outline-offset-0"
        >
          {content}
        </button>
      ) : (
        <span title={text} className="flex min-w-0 items-center pl-2">
          {content}
        </span>
      )}
      <button
        type="button"
        aria-label={`Clear ${label} ${text}`}
        title={`Clear ${label} ${text}`}
        onClick={({ currentTarget }) => {
          focusControl(currentTarget, filter);
          clear();
        }}
        className="touch-area ml-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
      >
        <Icon name="x" size={14} />
      </button>
    </span>
  );
}

const QuietButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    onClick={onClick}
    className="touch-area h-6 shrink-0 rounded-md px-2 text-meta whitespace-nowrap max-shell:h-7 max-shell:px-1 text-muted hover:bg-hover hover:text-text"
  >
    {children}
  </button>
);

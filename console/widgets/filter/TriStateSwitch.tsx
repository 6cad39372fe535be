import type { KeyboardEvent } from "react";
import type { State } from "#language/tri-state.ts";
import { Icon, type IconName } from "../Icon.tsx";

interface TriStateSwitchProps {
  /** The item to include or exclude. */
  item: string;
  state: State | undefined;
  change: (state: State | undefined) => void;
  /** -1 if arrow keys reach the switch instead of Tab. */
  tabIndex?: 0 | -1;
}

interface Position {
  state: State | undefined;
  icon: IconName | undefined;
  title: (item: string) => string;
  chosen: string;
}

const positions: readonly Position[] = [
  { state: "exclude", icon: "x", title: (item) => `Exclude ${item}`, chosen: "bg-unhealthy text-surface" },
  { state: undefined, icon: undefined, title: (item) => `Do not filter ${item}`, chosen: "bg-press text-text" },
  { state: "include", icon: "check", title: (item) => `Include ${item}`, chosen: "bg-healthy text-surface" },
];

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Exclude, neutral, include. Choosing the current state again resets it to neutral. */
export function TriStateSwitch({ item, state, change, tabIndex = 0 }: TriStateSwitchProps) {
  const choose = (next: State | undefined) => change(next === state ? undefined : next);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = positions.findIndex((position) => position.state === state) + step;
    const next = positions[to];
    if (!next) return;
    change(next.state);
    (event.currentTarget.parentElement?.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <span
      role="radiogroup"
      aria-label={item}
      className="inline-flex h-6 shrink-0 items-center overflow-hidden rounded-full border border-line bg-sunken"
    >
      {positions.map(({ state: to, icon, title, chosen }) => {
        const isChosen = to === state;
        return (
          <button
            key={title("")}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={title(item)}
            title={title(item)}
            tabIndex={isChosen ? tabIndex : -1}
            onKeyDown={move}
            onClick={(event) => {
              event.stopPropagation();
              choose(to);
            }}
            className={`flex h-full w-7 items-center justify-center transition-colors focus-visible:-outline-offset-2 ${isChosen ? chosen : "text-faint hover:bg-hover hover:text-text"}`}
          >
            {icon ? <Icon name={icon} size={14} /> : <span className="size-1.5 rounded-full bg-current" aria-hidden />}
          </button>
        );
      })}
    </span>
  );
}

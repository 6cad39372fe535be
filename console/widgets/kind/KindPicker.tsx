import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { lineLook } from "../form/control-look.ts";
import { Icon } from "../Icon.tsx";
import { TechnologyIcon } from "../technology/TechnologyIcon.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { neighbourOf } from "./neighbour.ts";
import { firstKind, kindGroups } from "./pick-kinds.ts";

interface KindPickerProps {
  kinds: readonly KindDescription[];
  choose: (type: string) => void;
  /** For use in a dialog: the search stays visible above the scrolling cards. */
  isSticky?: boolean;
  /** Whether the search field takes the focus; false if another field comes before it. */
  takesFocus?: boolean;
}

/** A picker of types. Typing filters them, arrow keys move between them, Enter chooses one. */
export function KindPicker({ kinds, choose, isSticky = false, takesFocus = true }: KindPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => kindGroups(kinds, typed), [kinds, typed]);
  const shown = groups.flatMap((group) => group.kinds);
  const entry = shown.some(({ type }) => type === active) ? active : shown[0]?.type;
  // Focuses the search, also when the person returns from a form.
  useEffect(() => {
    if (takesFocus) search.current?.focus();
  }, [takesFocus]);

  const cards = () => [...(grid.current?.querySelectorAll<HTMLElement>("button[data-type]") ?? [])];
  const moveFromSearch = (event: KeyboardEvent) => {
    const match = firstKind(groups, typed);
    if (event.key === "Enter" && match) choose(match.type);
    else if (event.key === "ArrowDown") cards()[0]?.focus();
    else return;
    event.preventDefault();
  };
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = cards();
    const at = all.indexOf(event.target as HTMLElement);
    const to = neighbourOf(event.key, all, at);
    if (to) to.focus();
    else if (event.key === "ArrowUp") search.current?.focus();
    // Typing on a card moves the focus to the search, which then receives the key.
    else if (event.key === "Backspace" || (event.key.length === 1 && event.key !== " ")) return search.current?.focus();
    else return undefined;
    return event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-5">
      <div className={isSticky ? "sticky -top-4 z-10 -mx-4 -mt-4 bg-raised px-4 pt-4 pb-2" : ""}>
        <div className="relative max-w-md">
          <Icon
            name="search"
            size={14}
            className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
          />
          <input
            ref={search}
            type="text"
            role="searchbox"
            aria-label="Search types"
            aria-controls={id}
            placeholder="Search types"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={moveFromSearch}
            className={`${lineLook} pl-8`}
          />
        </div>
        <p role="status" className="sr-only">
          {shown.length === 1 ? "1 type" : `${shown.length} types`}
        </p>
      </div>
      <div ref={grid} id={id} className="flex flex-col gap-6">
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 font-medium">
              {group.name}
              {group.isForMessages && <span className="font-normal text-muted">Notifications only</span>}
            </h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-2 max-shell:grid-cols-2">
              {group.kinds.map((kind) => (
                <li key={kind.type} className="min-w-0">
                  <Card
                    kind={kind}
                    isMarked={kind.isForMessages === true}
                    isEntry={kind.type === entry}
                    choose={choose}
                    onFocus={() => setActive(kind.type)}
                    onKeyDown={move}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && (
          <div className="flex flex-col items-start gap-3">
            <p className="wrap-anywhere">No type matches “{typed}”.</p>
            <Button
              onClick={() => {
                setTyped("");
                search.current?.focus();
              }}
            >
              Show all types
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface CardProps {
  kind: KindDescription;
  isMarked: boolean;
  /** The card that gets the focus when Tab enters the list. */
  isEntry: boolean;
  choose: (type: string) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const Card = ({ kind: { type, title, icon }, isMarked, isEntry, choose, onFocus, onKeyDown }: CardProps) => (
  <button
    type="button"
    data-type={type}
    tabIndex={isEntry ? 0 : -1}
    title={isMarked ? `${title}: notifications only` : title}
    onClick={() => choose(type)}
    onFocus={onFocus}
    onKeyDown={onKeyDown}
    className="flex h-12 w-full min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3 text-left transition-colors hover:border-line-strong hover:bg-hover active:bg-press"
  >
    <TechnologyIcon name={icon} secondary={type} size={20} />
    {/* A phone has space for the whole name on two lines. */}
    <span className="line-clamp-2 min-w-0 flex-1 font-medium wrap-anywhere">{title}</span>
    {isMarked && (
      <>
        <Icon name="bell" size={14} className="text-faint" />
        <span className="sr-only">, notifications only</span>
      </>
    )}
  </button>
);

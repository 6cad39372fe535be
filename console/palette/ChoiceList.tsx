import { type MouseEvent, useEffect, useId, useRef } from "react";
import { Keys } from "#console/shortcuts/Keys.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { meaningOf } from "#console/widgets/badge/meaning.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { type Choice, isChoosable } from "./choice.ts";
import type { PaletteChoice, PaletteGroup } from "./use-choices.ts";

interface ChoiceListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: Choice | undefined;
  optionId: (choice: Choice) => string;
  isBusy: boolean;
  /** The typed text. The list shows the results for this text once the search has finished. */
  text: string;
  point: (key: string) => void;
  choose: (choice: PaletteChoice) => void;
}

export function ChoiceList({ id, groups, active, optionId, isBusy, text, point, choose }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) list.current?.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isBusy}
      data-for={text}
      className={groups.length > 0 ? "min-h-0 scroll-py-1 overflow-y-auto overscroll-contain p-1" : "hidden"}
    >
      {groups.map((group) => (
        <Group key={group.title} group={group}>
          {(choice) => (
            <Option
              key={choice.key}
              id={optionId(choice)}
              choice={choice}
              typed={text}
              isActive={choice === active}
              point={point}
              choose={choose}
            />
          )}
        </Group>
      ))}
    </div>
  );
}

function Group({ group, children }: { group: PaletteGroup; children: (choice: PaletteChoice) => React.ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="pb-1">
      <div id={id} className="px-3 pt-2 pb-1 text-meta text-faint">
        {group.title}
      </div>
      {group.choices.map(children)}
    </div>
  );
}

/** Names up to this length fit on a phone; longer names are cut in the middle. */
const SHORT = 36;

/** The name, with the typed text emphasised. */
function Name({ text, typed }: { text: string; typed: string }) {
  const at = text.toLowerCase().indexOf(typed.trim().toLowerCase());
  const end = at + typed.trim().length;
  if (typed.trim() === "" || at < 0 || text.length > SHORT) return <Truncated text={text} />;
  return (
    <span title={text} className="truncate">
      {text.slice(0, at)}
      <span className="font-semibold text-link">{text.slice(at, end)}</span>
      {text.slice(end)}
    </span>
  );
}

interface OptionProps extends Pick<ChoiceListProps, "point" | "choose"> {
  id: string;
  typed: string;
  choice: PaletteChoice;
  isActive: boolean;
}

function Option({ id, choice, typed, isActive, point, choose }: OptionProps) {
  const { label, detail, icon, health, keys, href, isOutside } = choice;
  const canBeChosen = isChoosable(choice);
  const onClick = (event: MouseEvent) => {
    // The browser opens the link in a new tab or window.
    if (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (canBeChosen) choose(choice);
  };
  const row = {
    id,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    "aria-disabled": !canBeChosen,
    onClick,
    // onPointerEnter is not used, because it would also select options that scroll under a resting pointer.
    onPointerMove: () => canBeChosen && !isActive && point(choice.key),
    className:
      "flex min-h-[max(2.25rem,var(--touch))] items-center gap-2.5 rounded-md px-3 outline-none aria-disabled:cursor-default aria-selected:bg-selected",
  } as const;
  const content = (
    <>
      <AnyIcon name={icon} className="text-muted" />
      <span className="flex min-w-0 flex-1 items-center gap-2.5 max-shell:flex-col max-shell:items-start max-shell:gap-0 max-shell:py-1">
        {/* The name shrinks last and is cut in the middle, because names often differ only at the end. */}
        <span className="flex max-w-[75%] shrink-0 max-shell:max-w-full">
          <Name text={label} typed={typed} />
        </span>
        {detail && <span className="max-w-full min-w-0 flex-1 truncate text-muted max-shell:text-meta">{detail}</span>}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2">
        {health && (
          <>
            <StatusMark meaning={meaningOf(health)} />
            <span className="sr-only">{health}</span>
          </>
        )}
        {keys && <Keys of={keys} className="max-shell:hidden" />}
        {isOutside && <Icon name="external-link" size={14} className="text-faint" />}
      </span>
    </>
  );
  return href === undefined ? (
    <div {...row}>{content}</div>
  ) : (
    <a {...row} href={href} {...(isOutside && { target: "_blank", rel: "noopener noreferrer" })}>
      {content}
    </a>
  );
}

import { useLocation, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#console/widgets/Button.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { SettingsEntry } from "./area.ts";
import { isInside, sectionsOf } from "./menu.ts";
import { MenuLink, menuRow, useIsInside } from "./MenuLink.tsx";

/** The search field is shown from this number of entries. */
const SEARCHED_FROM = 6;

interface SettingsMenuProps {
  settings: readonly SettingsEntry[];
  /** The number of menu entries above the settings. Some of them are loaded after the first render. */
  countAbove: number;
}

/** The settings in groups, in a section that can be collapsed. */
export function SettingsMenu({ settings, countAbove }: SettingsMenuProps) {
  const id = useId();
  const isHere = useIsInside("/settings");
  // The section is open on settings pages. If the person opens or closes it, this choice applies until they enter or
  // leave the settings pages.
  const [chosen, setChosen] = useState<{ isHere: boolean; isOpen: boolean }>();
  const isOpen = chosen?.isHere === isHere ? chosen.isOpen : isHere;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen({ isHere, isOpen: !isOpen })}
        className={`h-control ${menuRow}`}
      >
        <Icon name="settings" />
        <span className="flex-1 text-left">Settings</span>
        <Icon name="chevron-right" size={14} className={`transition-transform ${isOpen ? "rotate-90" : ""}`} />
      </button>
      <div id={id} hidden={!isOpen}>
        <SettingsEntries settings={settings} countAbove={countAbove} />
      </div>
    </>
  );
}

function SettingsEntries({ settings, countAbove }: SettingsMenuProps) {
  const id = useId();
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const sections = sectionsOf(settings, query);
  const clear = () => setQuery("");

  // Scrolls to the entry of the open page, which may be below the edge of the menu in a low window. Entries that arrive
  // later push it down again. If the settings are the whole menu, they begin at its top.
  const area = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (countAbove > 0 && isInside(path, "/settings"))
      area.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [path, countAbove]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The text of the field, because the filter may be updated later than the field.
    const typed = event.target instanceof HTMLInputElement ? event.target.value : undefined;
    if (event.key === "Enter" && typed !== undefined) {
      const [first] = sectionsOf(settings, typed);
      if (typed.trim() === "" || !first) return;
      void navigate({ to: first.entries[0]!.href });
      clear();
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      // Otherwise the focus could move to a link that disappears when the filter is updated.
      if (typed !== undefined) flushSync(() => setQuery(typed));
      moveFocus(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    }
  };

  return (
    // Keys of the field and the links inside are handled in one place.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={area} onKeyDown={onKeyDown} className="pb-2">
      {settings.length >= SEARCHED_FROM && (
        // The field stays in view while the menu scrolls to the entry of the open page. The offset is the menu's padding.
        <div className="sticky -top-2 z-10 bg-sidebar px-1 pt-2 pb-1">
          <SearchBox label="Search settings" value={query} change={setQuery} delayMs={0} />
        </div>
      )}
      {sections.map(({ group, title, entries }) => (
        <div key={group}>
          <p id={`${id}-${group}`} className="px-3 pt-2 pb-0.5 text-meta font-medium text-muted">
            {title}
          </p>
          <ul aria-labelledby={`${id}-${group}`} className="ml-4.5 flex flex-col gap-0.5 border-l border-line pl-1">
            {entries.map((entry) => (
              <li key={entry.href}>
                <MenuLink entry={entry} density="dense" onClick={clear} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p aria-live="polite" className="sr-only">
        {query !== "" && `${sections.flatMap(({ entries }) => entries).length} settings found`}
      </p>
      {sections.length === 0 && (
        <div className="px-3 py-3 text-muted">
          <p className="wrap-anywhere">No settings match “{query}”.</p>
          <Button className="mt-2" onClick={clear}>
            Clear search
          </Button>
        </div>
      )}
    </div>
  );
}

/** Moves the focus between the search field and the links, and stops at both ends. */
function moveFocus(within: HTMLElement, step: 1 | -1) {
  const stops = [...within.querySelectorAll<HTMLElement>("input, a[href]")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at !== -1) stops[at + step]?.focus();
}

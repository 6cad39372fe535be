import { type KeyboardEvent, type ReactNode, useId, useMemo } from "react";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { Icon, type IconName } from "../Icon.tsx";
import { tabLook, tabListLook, Count } from "./tab-look.tsx";
import { useShownTab } from "./use-shown-tab.ts";

export interface Tab {
  /** The value of the URL parameter. */
  value: string;
  label: string;
  icon?: IconName;
  /** The number of items that the tab shows. */
  count?: number;
  /** Rendered only while the tab is selected. */
  draw: () => ReactNode;
}

interface TabsProps {
  /** The accessible name. */
  label: string;
  /** The URL parameter of the selected tab; without it the first tab is selected. */
  param?: string;
  tabs: readonly [Tab, ...Tab[]];
  /** At the end of the row, for instance a control that determines the tabs. */
  end?: ReactNode;
  /** For content without padding in a dialog: the tabs keep the dialog's padding and align with its title. */
  isPadded?: boolean;
}

/** Several views of one item; the URL contains the selected view. */
export function Tabs({ label, param = "tab", tabs, end, isPadded = false }: TabsProps) {
  const id = useId();
  const values = tabs.map(({ value }) => value).join("\n");
  const state = useMemo(() => {
    const [first = "", ...others] = values.split("\n");
    return urlState({ [param]: oneOf([first, ...others], first) });
  }, [param, values]);
  const [url, change] = useUrl(state);
  const chosen = tabs.find(({ value }) => value === url[param]) ?? tabs[0];
  const list = useShownTab<HTMLDivElement>(tabs.indexOf(chosen));
  const choose = ({ value }: Tab) => void change({ [param]: value });

  const move = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    choose(next);
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className={`flex shrink-0 items-center border-b border-line ${isPadded ? "px-4" : ""}`}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className={`relative ${tabListLook} min-w-0 flex-1 border-b-0`}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={tab === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => choose(tab)}
              onKeyDown={move}
              className={tabLook}
            >
              {tab.icon && <Icon name={tab.icon} size={14} />}
              {tab.label}
              <Count of={tab.count} />
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen.value}`}
        tabIndex={0}
        className="min-h-0 flex-1 -outline-offset-2"
      >
        {chosen.draw()}
      </div>
    </div>
  );
}

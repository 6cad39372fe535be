import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useRegistry } from "#console/shell/registry.ts";
import { keyOf } from "#console/shortcuts/keys.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { type Choice, isChoosable, step } from "./choice.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { PaletteFoot } from "./PaletteFoot.tsx";
import { remember } from "./recent.ts";
import { type PaletteChoice, useChoices } from "./use-choices.ts";

interface PaletteSearchProps {
  line: RefObject<HTMLInputElement | null>;
  close: () => void;
  /** The initial text of the input. */
  typed: string;
}

/** An input whose arrow keys move through the list below; the focus stays in the input. */
export function PaletteSearch({ line, close, typed }: PaletteSearchProps) {
  const id = useId();
  const [entered, setText] = useState<string>();
  const text = entered ?? typed;
  const [activeKey, setActiveKey] = useState<string>();
  const { groups, found } = useChoices(text);
  const choose = useChoose(close);
  const { finders } = useRegistry();
  // Loads the search code of the areas before the first letter is typed.
  useEffect(() => void Promise.all(finders.map((load) => load())).catch(() => {}), [finders]);

  const choosable = groups.flatMap(({ choices }) => choices.filter(isChoosable));
  const active = choosable.find(({ key }) => key === activeKey) ?? choosable[0];
  const optionId = (choice: Choice) => `${id}-${choice.key}`;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) setActiveKey(step(choosable, active, by)?.key);
    else if (event.key === "Enter" && active) choose(active, { inNewTab: event.ctrlKey || event.metaKey });
    else if (keyOf(event.nativeEvent) === "mod+k") close();
    else return;
    event.preventDefault();
  };
  const isEmpty = groups.length === 0 && !found.isBusy && !found.failure;
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        {found.isBusy ? <Spinner className="text-muted" /> : <Icon name="search" className="text-muted" />}
        <input
          ref={line}
          type="text"
          role="combobox"
          aria-label="Search pages, actions and resources"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder="Search pages, actions and resources…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-title outline-none placeholder:text-faint max-shell:text-[1rem]"
        />
        <button
          type="button"
          title="Close"
          onClick={close}
          className="text-muted hover:text-text max-shell:touch-area max-shell:font-medium shell:h-6 shell:rounded-sm shell:border shell:border-line shell:px-1.5 shell:text-meta shell:hover:bg-hover"
        >
          <span className="max-shell:hidden">
            Esc<span className="sr-only">, close</span>
          </span>
          <span className="shell:hidden">Cancel</span>
        </button>
      </div>
      <ChoiceList
        id={`${id}-list`}
        groups={groups}
        active={active}
        optionId={optionId}
        isBusy={found.isBusy}
        text={text}
        point={setActiveKey}
        choose={choose}
      />
      {isEmpty && (
        <p className="min-h-0 overflow-y-auto px-4 py-8 text-center break-words text-muted">
          {found.hint ?? <>No results for “{text.trim()}” among the items you have access to.</>}
        </p>
      )}
      {found.failure && (
        <div role="alert" className="-mt-px flex items-center gap-3 border-t border-line px-4 py-2 text-unhealthy-text">
          <span className="min-w-0 flex-1 break-words">{found.failure}</span>
          <button type="button" onClick={found.retry} className="shrink-0 font-medium text-link hover:underline">
            Try again
          </button>
        </div>
      )}
      <PaletteFoot hint={isEmpty ? undefined : found.hint} count={choosable.length} isBusy={found.isBusy} />
    </>
  );
}

/** Closes the palette, stores the choice in the recent choices, and opens its page or runs its action. */
function useChoose(close: () => void) {
  const navigate = useNavigate();
  const { user } = useActor();
  return (choice: PaletteChoice, { inNewTab = false } = {}) => {
    close();
    remember(user.id, { key: choice.key, ...(choice.thing && { thing: choice.thing }) });
    if (choice.run) choice.run();
    else if (choice.href === undefined) return;
    else if (choice.isOutside || inNewTab) window.open(choice.href, "_blank", "noopener");
    else void navigate({ href: choice.href });
  };
}

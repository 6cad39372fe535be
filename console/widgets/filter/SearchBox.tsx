import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Icon } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import { useMedia } from "../use-media.ts";

interface SearchBoxProps {
  label: string;
  value: string;
  change: (value: string) => void;
  /** Debounce delay. Lists that are filtered in the browser do not need a delay. */
  delayMs?: number;
  className?: string;
}

/** The default debounce delay. */
export const SEARCH_DELAY_MS = 400;

/** A search input: searches when typing pauses, at once on Enter or when the focus leaves it; Escape clears it. */
export function SearchBox({ label, value, change, delayMs = SEARCH_DELAY_MS, className = "" }: SearchBoxProps) {
  const isPhone = useMedia("(width < 30rem)");
  const [typed, setTyped] = useState(value);
  const [settled, setSettled] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const settle = (text: string) => {
    setSettled(text);
    if (text !== value) change(text);
  };
  const settleLater = useEffectEvent(settle);

  // If the URL was changed by something else, for instance the Back button, its value takes precedence.
  if (settled !== value && typed === settled) {
    setTyped(value);
    setSettled(value);
  }

  useEffect(() => {
    if (typed === settled) return undefined;
    const timer = setTimeout(() => settleLater(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed, settled, delayMs]);

  const set = (text: string) => {
    setTyped(text);
    settle(text);
  };
  return (
    <div
      data-search
      data-lead
      className={`relative ${className}`}
      // Searches at once, because the next control may remove this box, for instance by changing the view.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) settle(typed);
      }}
    >
      <Icon name="search" size={14} className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
      <input
        ref={field}
        type="text"
        role="searchbox"
        aria-label={label}
        // A phone shows other controls next to the box, so the whole label does not fit.
        placeholder={isPhone ? "Search" : label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle(typed);
          if (event.key === "Escape" && typed !== "") {
            event.stopPropagation();
            set("");
          }
        }}
        className="h-control w-full rounded-md border border-line bg-surface pr-8 pl-8 text-ellipsis transition-colors placeholder-shown:pr-2.5 placeholder:text-faint hover:border-line-strong focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 max-shell:text-[1rem]"
      />
      {typed !== "" && (
        <IconButton
          icon="x"
          size="small"
          label={`Clear: ${label}`}
          className="absolute inset-y-0 right-1 my-auto"
          onClick={() => {
            set("");
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

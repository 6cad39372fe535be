import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { place } from "./place.ts";

interface HoverProps {
  /** Drawn only while it is open. */
  popup: () => ReactNode;
  look: "tip" | "card";
  className?: string;
  children: ReactNode;
}

const looks = {
  tip: "max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-meta break-words whitespace-pre-line",
  card: "w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised p-3",
};
const wishes = {
  tip: { side: "top", align: "center" },
  card: { side: "bottom", align: "start" },
} as const;
const OPEN_AFTER_MS = 350;
// Long enough to move the pointer into it.
const CLOSE_AFTER_MS = 120;

/**
 * Shows something while the pointer rests on what it wraps, or while that has the focus. It can be pointed at itself and
 * goes on Escape. It stands in the browser's top layer, so that no dialog covers it and no scrolling box cuts it off.
 */
export function Hover({ popup, look, className = "", children }: HoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = (open: boolean, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const leave = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const focused = ({ target }: FocusEvent<HTMLElement>) => {
    // A press focuses too, but whoever presses has read it.
    if (target.matches(":focus-visible")) turn(true, 0);
  };
  return (
    <span
      ref={anchor}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && turn(true, OPEN_AFTER_MS)}
      onPointerLeave={() => turn(false, CLOSE_AFTER_MS)}
      onPointerDown={() => look === "tip" && turn(false, 0)}
      onFocus={focused}
      onBlur={({ relatedTarget }) => !anchor.current?.contains(relatedTarget) && leave()}
      className={`inline-flex max-w-full min-w-0 ${className}`}
    >
      {children}
      {isOpen && (
        <Popup id={id} anchor={anchor} look={look} close={() => setOpen(false)}>
          {popup()}
        </Popup>
      )}
    </span>
  );
}

interface PopupProps {
  id: string;
  anchor: React.RefObject<HTMLElement | null>;
  look: keyof typeof looks;
  close: () => void;
  children: ReactNode;
}

function Popup({ id, anchor, look, close, children }: PopupProps) {
  const element = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const [shown, beside] = [element.current, anchor.current];
    if (!shown || !beside) return undefined;
    const described = beside.querySelector("a, button, input, [tabindex]") ?? beside;
    if (look === "tip") described.setAttribute("aria-describedby", id);
    shown.showPopover?.();
    const put = () => {
      const { x, y } = place(
        beside.getBoundingClientRect(),
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: innerWidth, height: innerHeight },
        wishes[look],
      );
      shown.style.left = `${x}px`;
      shown.style.top = `${y}px`;
    };
    put();
    // What is in it may come later and be larger.
    const grown = new ResizeObserver(put);
    grown.observe(shown);
    return () => {
      grown.disconnect();
      if (look === "tip") described.removeAttribute("aria-describedby");
    };
  }, [anchor, look, id]);

  // Gone with the popup itself, and not some time later: a key that follows is for the dialog.
  useLayoutEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The dialog around it stays.
      event.stopPropagation();
      close();
    };
    addEventListener("keydown", escape, { capture: true });
    // What scrolls moves away from under it.
    addEventListener("scroll", close, { capture: true, passive: true });
    return () => {
      removeEventListener("keydown", escape, { capture: true });
      removeEventListener("scroll", close, { capture: true });
    };
  });
  return (
    <span
      ref={element}
      id={id}
      popover="manual"
      role={look === "tip" ? "tooltip" : undefined}
      className={`fixed inset-auto m-0 overflow-visible text-left font-normal text-text normal-case shadow-raised ${looks[look]}`}
    >
      {children}
    </span>
  );
}

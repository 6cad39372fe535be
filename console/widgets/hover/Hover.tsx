import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { place } from "./place.ts";

interface HoverProps {
  /** Rendered only while the popup is open. */
  popup: () => ReactNode;
  look: "tip" | "card";
  className?: string;
  children: ReactNode;
}

const looks = {
  tip: "max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-meta break-words whitespace-pre-line",
  card: "w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised p-3",
};
const placements = {
  tip: { side: "top", align: "center" },
  card: { side: "bottom", align: "start" },
} as const;
const OPEN_DELAY_MS = 350;
// The delay before closing, which is long enough to move the pointer into the popup.
const CLOSE_DELAY_MS = 120;

/**
 * Shows a popup while the pointer rests on its children or they have the focus. The pointer can move into the popup,
 * and Escape closes it. The popup is in the browser's top layer, so that no dialog covers it and no scroll container
 * clips it.
 */
export function Hover({ popup, look, className = "", children }: HoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const schedule = (open: boolean, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const leave = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const focused = ({ target }: FocusEvent<HTMLElement>) => {
    // A click also focuses the element, but must not open the popup.
    if (target.matches(":focus-visible")) schedule(true, 0);
  };
  return (
    <span
      ref={anchor}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && schedule(true, OPEN_DELAY_MS)}
      onPointerLeave={() => schedule(false, CLOSE_DELAY_MS)}
      onPointerDown={() => look === "tip" && schedule(false, 0)}
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
    const [shown, owner] = [element.current, anchor.current];
    if (!shown || !owner) return undefined;
    const described = owner.querySelector("a, button, input, [tabindex]") ?? owner;
    if (look === "tip") described.setAttribute("aria-describedby", id);
    shown.showPopover?.();
    const position = () => {
      const { x, y } = place(
        owner.getBoundingClientRect(),
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: innerWidth, height: innerHeight },
        placements[look],
      );
      shown.style.left = `${x}px`;
      shown.style.top = `${y}px`;
    };
    position();
    // The popup's content may load later and change the popup's size.
    const grown = new ResizeObserver(position);
    grown.observe(shown);
    return () => {
      grown.disconnect();
      if (look === "tip") described.removeAttribute("aria-describedby");
    };
  }, [anchor, look, id]);

  // A layout effect, so that the listeners are removed together with the popup and the next key press reaches the
  // dialog.
  useLayoutEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Keeps the surrounding dialog open.
      event.stopPropagation();
      close();
    };
    addEventListener("keydown", escape, { capture: true });
    // Scrolling moves the anchor away from the popup.
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

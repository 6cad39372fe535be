// Keeps the toasts where they cover no button, while the page below them changes.
import { coveredArea, freePlace } from "./free-place.ts";

const BUTTONS = "button, [role=button], input[type=submit], input[type=button], a.bg-accent";

/** Events after which buttons may have moved. The buttons of a dialog are transparent until it has faded in. */
const MOVES = ["scroll", "transitionend", "animationend"] as const;

/** Keeps moving the toasts to a free position until the returned function is called. */
export function keepFreePlace(stack: HTMLElement): () => void {
  let frame = 0;
  const place = () => {
    frame = 0;
    const box = stack.getBoundingClientRect();
    const buttons = buttonsAround(stack);
    // Toasts under the pointer or with the focus do not move, unless they cover a button; they may have grown under a
    // resting pointer.
    if (stack.matches(":hover, :focus-within") && coveredArea(box, buttons) === 0) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const window = { width: clientWidth, height: clientHeight };
    const { left, bottom } = freePlace(box, window, buttons);
    stack.style.left = `${left}px`;
    stack.style.bottom = `${bottom}px`;
  };
  const schedule = () => void (frame ||= requestAnimationFrame(place));
  place();
  const changes = new MutationObserver((seen) => {
    if (seen.some(({ target }) => !stack.contains(target))) schedule();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(schedule);
  for (const watched of [stack, document.body]) sizes.observe(watched);
  for (const event of MOVES) addEventListener(event, schedule, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    sizes.disconnect();
    for (const event of MOVES) removeEventListener(event, schedule, { capture: true });
  };
}

const buttonsAround = (stack: HTMLElement) =>
  [...document.querySelectorAll<HTMLElement>(BUTTONS)]
    .filter((button) => !stack.contains(button) && button.checkVisibility({ checkOpacity: true }))
    .map((button) => button.getBoundingClientRect());

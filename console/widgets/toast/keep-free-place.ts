// Moves the messages to where they cover no button, and again while the page below them changes.
import { freePlace } from "./free-place.ts";

const BUTTONS = "button, [role=button], input[type=submit], input[type=button], a.bg-accent";

/** Until the returned function is called. */
export function keepFreePlace(stack: HTMLElement): () => void {
  let frame = 0;
  const place = () => {
    frame = 0;
    // Nothing moves under the pointer of a person who reads.
    if (stack.matches(":hover, :focus-within")) return;
    const { width, height } = stack.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const window = { width: clientWidth, height: clientHeight };
    const { left, bottom } = freePlace({ width, height }, window, buttonsAround(stack));
    stack.style.left = `${left}px`;
    stack.style.bottom = `${bottom}px`;
  };
  const soon = () => void (frame ||= requestAnimationFrame(place));
  place();
  const changes = new MutationObserver((seen) => {
    if (seen.some(({ target }) => !stack.contains(target))) soon();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(soon);
  for (const watched of [stack, document.body]) sizes.observe(watched);
  addEventListener("scroll", soon, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    sizes.disconnect();
    removeEventListener("scroll", soon, { capture: true });
  };
}

const buttonsAround = (stack: HTMLElement) =>
  [...document.querySelectorAll<HTMLElement>(BUTTONS)]
    .filter((button) => !stack.contains(button) && button.checkVisibility({ checkOpacity: true }))
    .map((button) => button.getBoundingClientRect());

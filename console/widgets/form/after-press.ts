// A press that leaves a field first takes the focus away, and then does what it was meant to. What is said of the field in
// between would move everything below it, and the press would miss: so it is said when the press is over.

let isPressed = false;
const over = ["pointerup", "pointercancel"] as const;
const listen = { capture: true, passive: true } as const;

document.addEventListener("pointerdown", () => void (isPressed = true), listen);
for (const event of over) document.addEventListener(event, () => void (isPressed = false), listen);

/** At once, or after the press that is under way and what it does. */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const done = () => {
    for (const event of over) document.removeEventListener(event, done, listen);
    setTimeout(work);
  };
  for (const event of over) document.addEventListener(event, done, listen);
  return undefined;
}

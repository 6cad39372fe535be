// Pressing a button first blurs the focused field. If the blur showed an error at once, the layout would shift and the
// pointer would miss the button, so work caused by a blur waits until the press is over.

let isPressed = false;
const over = ["pointerup", "pointercancel"] as const;
const listen = { capture: true, passive: true } as const;

document.addEventListener("pointerdown", () => void (isPressed = true), listen);
for (const event of over) document.addEventListener(event, () => void (isPressed = false), listen);

/** Runs the work at once, or after the current pointer press and its click. */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const done = () => {
    for (const event of over) document.removeEventListener(event, done, listen);
    setTimeout(work);
  };
  for (const event of over) document.addEventListener(event, done, listen);
  return undefined;
}

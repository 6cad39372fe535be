// Draws a component into the document of a test, and takes it away after the test.
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface Drawn {
  element: HTMLElement;
  redraw(node: ReactNode): Promise<void>;
}

export async function draw(node: ReactNode): Promise<Drawn> {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  const redraw = (next: ReactNode) => act(async () => root.render(next));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  await redraw(node);
  return { element, redraw };
}

/** Lets React draw what has come in meanwhile, until the check holds. */
export const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 5_000, interval: 10 },
  );

export const press = (element: Element | null) => act(async () => (element as HTMLElement).click());

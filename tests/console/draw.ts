// Renders a component into the document of a test, and removes it after the test.
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { waitMs } from "../support/time-limits.ts";

const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
world.IS_REACT_ACT_ENVIRONMENT = true;

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

/** Lets React use its own scheduler, in the same way as in a browser, until the check passes. */
export async function until(check: () => void): Promise<void> {
  world.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(check, { timeout: waitMs, interval: 10 });
  } finally {
    world.IS_REACT_ACT_ENVIRONMENT = true;
  }
}

export const press = (element: Element | null) => act(async () => (element as HTMLElement).click());

// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { afterPress } from "./after-press.ts";

const press = (event: string) => document.dispatchEvent(new Event(event));

test("delays work until the current pointer press and its click are over", async () => {
  const work = vi.fn<() => void>();
  afterPress(work);
  expect(work).toHaveBeenCalledTimes(1);

  press("pointerdown");
  afterPress(work);
  expect(work).toHaveBeenCalledTimes(1);
  press("pointerup");
  // The click event fires before the delayed work.
  expect(work).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));

  press("pointerdown");
  afterPress(work);
  press("pointercancel");
  press("pointerup");
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3));
  afterPress(work);
  expect(work).toHaveBeenCalledTimes(4);
});

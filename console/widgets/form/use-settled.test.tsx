import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { OPTIONS_DELAY_MS, RESOURCES_DELAY_MS, useSettled } from "./use-settled.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const Settled = ({ typed, delayMs }: { typed: string; delayMs: number }) => <>{useSettled(typed, delayMs)}</>;
const pass = (millis: number) => act(async () => vi.advanceTimersByTime(millis));

test("WG-53 requests options after 100 ms without typing, resources after 300 ms", async () => {
  expect([OPTIONS_DELAY_MS, RESOURCES_DELAY_MS]).toEqual([100, 300]);
  for (const delayMs of [OPTIONS_DELAY_MS, RESOURCES_DELAY_MS]) {
    const { element, redraw } = await draw(<Settled typed="" delayMs={delayMs} />);
    await redraw(<Settled typed="g" delayMs={delayMs} />);
    await pass(delayMs - 1);
    expect(element.textContent).toBe("");
    // Another key press restarts the delay.
    await redraw(<Settled typed="gr" delayMs={delayMs} />);
    await pass(delayMs - 1);
    expect(element.textContent).toBe("");
    await pass(1);
    expect(element.textContent).toBe("gr");
    await redraw(<Settled typed="" delayMs={delayMs} />);
    expect(element.textContent).toBe("");
  }
});

import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { FrozenClock, useKnownClock } from "./frozen-clock.ts";

const Year = () => String(useKnownClock((now) => new Date(now).getUTCFullYear()));

test("WG-63 throws outside its provider", async () => {
  await expect(draw(<Year />)).rejects.toThrow("needs a FrozenClock above it");
});

test("the clock stops at the last known time while the server is unreachable", async () => {
  const { element } = await draw(
    <FrozenClock value={Date.UTC(1999, 0)}>
      <Year />
    </FrozenClock>,
  );
  expect(element.textContent).toBe("1999");
});

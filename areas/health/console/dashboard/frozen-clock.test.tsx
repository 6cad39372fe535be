import { expect, test } from "vitest";
import { draw } from "../../../../tests/console/draw.ts";
import { FrozenClock, useKnownClock } from "./frozen-clock.ts";

const Year = () => String(useKnownClock((now) => new Date(now).getUTCFullYear()));

test("WG-63 the clock outside of its provider raises an error", async () => {
  await expect(draw(<Year />)).rejects.toThrow("needs a FrozenClock above it");
});

test("while the server is away it is the moment of which something is known", async () => {
  const { element } = await draw(
    <FrozenClock value={Date.UTC(1999, 0)}>
      <Year />
    </FrozenClock>,
  );
  expect(element.textContent).toBe("1999");
});

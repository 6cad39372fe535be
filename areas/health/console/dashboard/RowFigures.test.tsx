import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { useRowFigures } from "./RowFigures.tsx";

test("WG-63 useRowFigures throws outside RowFigures", async () => {
  const Cell = () => String(useRowFigures().uptimesAt);
  await expect(draw(<Cell />)).rejects.toThrow("needs RowFigures around the table");
});

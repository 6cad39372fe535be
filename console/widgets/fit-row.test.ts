// @vitest-environment node
import { expect, test } from "vitest";
import { fitRow } from "./fit-row.ts";

const fit = (space: number, ...widths: number[]) => fitRow(widths, { space, gap: 4, rest: 60 });

test("shows all items if they fit, without reserving space for the number of hidden items", () => {
  expect(fit(104, 50, 50)).toEqual({ shown: 2, width: 104 });
  expect(fit(103, 50, 50)).toEqual({ shown: 1, width: 43 });
});

test("if not all items fit, shows as many items as fit next to the number of hidden items", () => {
  expect(fit(200, 60, 60, 60, 60)).toEqual({ shown: 2, width: 124 });
  expect(fit(184, 60, 60, 60, 60)).toEqual({ shown: 2, width: 124 });
  expect(fit(183, 60, 60, 60, 60)).toEqual({ shown: 1, width: 60 });
});

test("shows at least one item, cut to the available space", () => {
  expect(fit(200, 500, 20)).toEqual({ shown: 1, width: 140 });
  expect(fit(200, 500)).toEqual({ shown: 1, width: 200 });
  expect(fit(10, 500, 20)).toEqual({ shown: 1, width: 0 });
});

// @vitest-environment node
import { expect, test } from "vitest";
import { fitRow } from "./fit-row.ts";

const of = (room: number, ...widths: number[]) => fitRow(widths, { room, gap: 4, rest: 60 });

test("all show when all fit, without room for words about the others", () => {
  expect(of(104, 50, 50)).toEqual({ shown: 2, width: 104 });
  expect(of(103, 50, 50)).toEqual({ shown: 1, width: 43 });
});

test("otherwise as many as leave room for the words", () => {
  expect(of(200, 60, 60, 60, 60)).toEqual({ shown: 2, width: 124 });
  expect(of(184, 60, 60, 60, 60)).toEqual({ shown: 2, width: 124 });
  expect(of(183, 60, 60, 60, 60)).toEqual({ shown: 1, width: 60 });
});

test("one shows in any case, cut to the room there is", () => {
  expect(of(200, 500, 20)).toEqual({ shown: 1, width: 140 });
  expect(of(200, 500)).toEqual({ shown: 1, width: 200 });
  expect(of(10, 500, 20)).toEqual({ shown: 1, width: 0 });
});

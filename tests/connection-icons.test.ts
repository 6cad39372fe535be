// Tests that the console can render every icon that the server assigns to a connection type.
import { expect, test } from "vitest";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import { findDrawing } from "../console/widgets/technology/find-drawing.ts";

test("every connection type has an icon that the console can render", () => {
  expect(connectionTypes.filter(({ icon }) => !findDrawing(icon)).map(({ type, icon }) => [type, icon])).toEqual([]);
});

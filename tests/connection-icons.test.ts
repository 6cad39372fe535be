// The server names the icons of its types of connections; the console draws them.
import { expect, test } from "vitest";
import { connectionTypes } from "../areas/connections/server/types/index.ts";
import { findDrawing } from "../console/widgets/technology/find-drawing.ts";

test("every type of connection has an icon that is drawn", () => {
  expect(connectionTypes.filter(({ icon }) => !findDrawing(icon)).map(({ type, icon }) => [type, icon])).toEqual([]);
});

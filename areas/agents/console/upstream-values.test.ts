import { expect, test } from "vitest";
import { upstreamVariables } from "./upstream-values.ts";

test("the values of an agent are environment variables that a shell reads", () => {
  expect(upstreamVariables({ name: "Ada's quay", token: "qd_1_a-b", origin: "https://deck.example.org" })).toBe(
    [
      "UPSTREAM_URL=https://deck.example.org/api",
      `UPSTREAM_NAME='Ada'\\''s quay'`,
      "UPSTREAM_USERNAME=token",
      "UPSTREAM_TOKEN=qd_1_a-b",
    ].join("\n"),
  );
});

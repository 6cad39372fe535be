import { expect, test } from "vitest";
import { linkIn } from "./outbox-query.ts";

test("finds the link in an email", () => {
  const link = "https://deck.example.org/registration?invitation=abc_-1";
  expect(linkIn(`Ada has invited you.\n\nOpen this link:\n\n${link}\n\nIt works once.\n`)).toBe(link);
  expect(linkIn("Nothing to follow.")).toBeUndefined();
});

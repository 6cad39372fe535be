// @vitest-environment node
import { expect, test } from "vitest";
import { hiddenAgents, timeLeft, type Token, wantedTokens } from "./tokens-query.ts";

const token = (name: string) => ({ name, person: { name: "Ada", email: null } }) as Token;
const all = [token("agent-north"), token("deploy"), token("agent-south")];

test("hides the tokens of agents if the switch is on, and counts them", () => {
  expect(wantedTokens(all, { search: "", hideAgents: true }).map(({ name }) => name)).toEqual(["deploy"]);
  expect(hiddenAgents(all, { hideAgents: true })).toBe(2);
  expect(hiddenAgents(all, { hideAgents: false })).toBe(0);
});

const HOUR = 3_600_000;
test.each([
  [0.2 * HOUR, "1h"],
  [23 * HOUR, "23h"],
  [29 * 24 * HOUR - 1000, "29d"],
  [90 * 24 * HOUR - 1000, "90d"],
  [120 * 24 * HOUR, "4mo"],
  [365 * 24 * HOUR - 1000, "1y"],
  [730 * 24 * HOUR, "2y"],
])("a token that expires in %d ms shows %s", (millis, text) => expect(timeLeft(millis)).toBe(text));

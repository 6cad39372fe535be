import { expect, test } from "vitest";
import { isSecretName } from "#language/secret-names.ts";
import { secretsInUrl, shownUrl } from "./hidden.ts";

test.each([
  ["postgres", "postgres://u:p@db:5432/x", "postgres://u:***@db:5432/x"],
  ["postgres", "postgres://u:p@ss@db/x", "postgres://u:***@db/x"],
  ["postgres", "postgres://$(username):$(password)@db/x", "postgres://$(username):$(password)@db/x"],
  ["postgres", "host=db user=u password=hunter2", "host=db user=u password=***"],
  ["http", "https://example.org/path?a=1", "https://example.org/path?a=1"],
  ["http", "https://example.org/?api_key=x&b=2&sig=y", "https://example.org/?api_key=***&b=2&sig=***"],
  ["slack", "slack://$(password)@C123", "slack://$(password)@C123"],
  ["slack", "slack://xoxb-1@C123", "slack://***@C123"],
  ["restic", "rest:https://u:p@host:8000/r/", "rest:https://u:***@host:8000/r/"],
  ["webhook", "https://hooks.example.org/services/T/B/x", "https://hooks.example.org/***/***/***/***"],
  [
    "email",
    "smtp://$(username):$(password)@host:587/?Auth=Plain",
    "smtp://$(username):$(password)@host:587/?Auth=Plain",
  ],
])("shows the %s address %s as %s", (type, url, shown) => {
  expect(shownUrl(url, type)).toBe(shown);
});

test("lists the secrets of an address, but not plain words of its path", () => {
  const address = "https://hooks.example.org/v1/services/T0AB/x9y8z7?key=$(username)&token=t0ken";
  expect(secretsInUrl(address, "webhook")).toEqual(["T0AB", "x9y8z7", "t0ken"]);
  expect(secretsInUrl(address, "http")).toEqual(["t0ken"]);
  expect(secretsInUrl("postgres://u:p@db/x", "postgres")).toEqual(["p"]);
  expect(secretsInUrl("host=db password=hunter2", "postgres")).toEqual(["hunter2"]);
  expect(secretsInUrl("secret://db/url", "webhook")).toEqual([]);
});

test("recognises secret properties by their names", () => {
  expect(
    ["password", "bot_token", "apiKey", "clientSecret", "private_key"].filter((name) => !isSecretName(name)),
  ).toEqual([]);
  expect(["region", "titleKey", "key", "bucket", "webhook"].filter(isSecretName)).toEqual([]);
});

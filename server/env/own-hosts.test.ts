import { expect, test } from "vitest";
import { isOwnHost } from "./own-hosts.ts";

const hosts = { publicUrl: "https://deck.example.org", allowedHosts: ["deck.internal", "10.0.0.5:8080", "[fd00::1]"] };

test.each([
  "deck.example.org",
  "DECK.example.org",
  "deck.example.org:443",
  "deck.internal",
  "deck.internal:9000",
  "10.0.0.5:8080",
  "[fd00::1]:8080",
  "localhost",
  "localhost:8080",
  "127.0.0.1:1",
  "127.1.2.3",
  "[::1]:8080",
])("isOwnHost accepts %s", (host) => expect(isOwnHost(host, hosts)).toBe(true));

test.each([
  "",
  "evil.example",
  "deck.example.org.evil.example",
  "evil.example:443",
  "deck.example.org:8443",
  "deck.example.org:",
  "deck.example.org.",
  "deck.example.org@evil.example",
  "evil.example@deck.example.org",
  "deck.example.org:443@evil.example",
  "deck.example.org#evil.example",
  "deck.example.org/evil.example",
  "deck.example.org\\evil.example",
  "deck.example.org, evil.example",
  "deck.example.org evil.example",
  "evil.example:80:443",
  "10.0.0.5",
  "10.0.0.5:8081",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "2130706433",
  "0x7f.1",
  "127.1",
  "[::ffff:7f00:1]",
])("isOwnHost rejects %j", (host) => expect(isOwnHost(host, hosts)).toBe(false));

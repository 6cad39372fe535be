import { expect, describe, test } from "vitest";
import { Problem, problem } from "#language/problem.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { createScrubber } from "./scrub.ts";

const knowing = (...secrets: string[]) => {
  const scrubber = createScrubber();
  scrubber.know(...secrets);
  return scrubber;
};

const secret = 'p@ss "wörd"/7+<&>\\';
const base64 = (text: string) => Buffer.from(text).toString("base64");
const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&#34;");
const json = (text: string) => JSON.stringify(text).slice(1, -1);

describe("a scrubber finds a secret", () => {
  test.each<[how: string, written: string]>([
    ["unchanged", secret],
    ["as JSON", json(secret)],
    ["as JSON in JSON in JSON", json(json(json(secret)))],
    [
      "as JSON with every character escaped",
      [...secret].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    ],
    ["in a URL", encodeURIComponent(secret)],
    ["in a URL, in lower case", encodeURIComponent(secret).toLowerCase()],
    ["in a URL inside a URL", encodeURIComponent(encodeURIComponent(secret))],
    ["as a form sends it", new URLSearchParams({ "": secret }).toString().slice(1)],
    ["in a URL, escaped in JSON", json(encodeURIComponent(secret))],
    ["as JSON in a URL", encodeURIComponent(json(secret))],
    ["in HTML", html(secret)],
    ["in base64", base64(secret).replaceAll("=", "")],
    ["in hexadecimal digits", Buffer.from(secret).toString("hex")],
    ["in upper-case hexadecimal digits", Buffer.from(secret).toString("hex").toUpperCase()],
  ])("%s", (_how, written) => {
    const cleaned = knowing(secret).text(`before ${written} after`);
    expect(cleaned).toBe("before *** after");
  });

  test.each(["", "r", "ro", "rob", "robot"])(
    "finds a secret in the base64 of a header, after any prefix (%s)",
    (user) => {
      const cleaned = knowing(secret).text(`authorization: Basic ${base64(`${user}:${secret}`)}`);
      const left = Buffer.from(cleaned.split("Basic ")[1]!.split("***")[0]!, "base64").toString();
      expect(cleaned).toContain("***");
      expect(left.length).toBeLessThanOrEqual(user.length + 3);
    },
  );

  test("finds a secret in base64url, in the base64 of a document, and in base64 of UTF-16", () => {
    const binary = "\u00fb\u00ff".repeat(8);
    const scrubber = knowing(secret, binary);
    expect(scrubber.text(Buffer.from(binary).toString("base64url"))).toBe("***");
    expect(scrubber.text(base64(JSON.stringify({ password: secret })))).toContain("***");
    expect(scrubber.text(Buffer.from(`login ${secret}`, "utf16le").toString("base64"))).toContain("***");
  });

  test("finds a secret in text line by line, with any indentation, and with lines joined", () => {
    const body = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj", "MzEfYyjiWA4R4="];
    const key = `-----BEGIN PRIVATE KEY-----\n${body.join("\n")}\n-----END PRIVATE KEY-----\n`;
    const scrubber = knowing(key);
    expect(scrubber.text(`key: |\r\n    ${body.join("\r\n    ")}\r\n`)).toBe(
      "key: |\r\n    ***\r\n    ***\r\n    ***\r\n",
    );
    expect(scrubber.text(`bad key ${body.join("")}`)).toBe("bad key ***");
    expect(scrubber.text(JSON.stringify({ key }))).toBe('{"key":"***\\n"}');
    expect(scrubber.text("-----BEGIN PRIVATE KEY-----")).toBe("-----BEGIN PRIVATE KEY-----");
  });

  test("finds a secret inside a secret document, without masking every word of the document", () => {
    const account = JSON.stringify({
      type: "service_account",
      private_key: `--\n${"k".repeat(40)}\n`,
      token: "abc-1234567",
    });
    const scrubber = knowing(
      account,
      "apiVersion: v1\nkind: Config\ntoken: eyJhbGciOi.eyJzdWIi.x\nuser:\n  client-key-data: TFMwdExTMUNSVWRKVGlC",
    );
    expect(scrubber.text(`it says ${"k".repeat(40)} and abc-1234567`)).toBe("it says *** and ***");
    expect(scrubber.text("a service_account, apiVersion: v1")).toBe("a service_account, apiVersion: v1");
    expect(scrubber.text("eyJhbGciOi.eyJzdWIi.x TFMwdExTMUNSVWRKVGlC")).toBe("*** ***");
  });
});

test("overlapping, adjacent and nested secrets are masked completely", () => {
  const scrubber = knowing("alpha-12", "12-omega-34", "alpha-12-omega-34-x", "beta-5678");
  expect(scrubber.text("say alpha-12-omega-34!")).toBe("say ***!");
  expect(scrubber.text("say alpha-12-omega-34-x!")).toBe("say ***!");
  expect(scrubber.text("alpha-12beta-5678")).toBe("***");
  expect(scrubber.text("alpha-12 beta-5678 alpha-12")).toBe("*** *** ***");
});

test("a short secret or a plain word is masked only as a whole word, and a very short secret is never masked", () => {
  const scrubber = knowing("root", "hunter2", "postgres", "123456", "abc", "", "  \n");
  expect(scrubber.text("root:hunter2@db/postgres (pin 123456)")).toBe("***:***@db/*** (pin ***)");
  expect(scrubber.text("rooted, uproot, hunter22, postgresql, 91234567, abc")).toBe(
    "rooted, uproot, hunter22, postgresql, 91234567, abc",
  );
});

test("strings, names and numbers of a document are scrubbed, and other values are unchanged", () => {
  const scrubber = knowing("s3cr3t-value", "4815162342");
  const at = new Date();
  const clean = { a: [1, "x"], at };
  expect(scrubber.document(clean)).toBe(clean);
  expect(
    scrubber.document({
      list: ["ok", { "s3cr3t-value": "x s3cr3t-value" }],
      pin: 4815162342,
      url: new URL("http://a:s3cr3t-value@b/"),
      at,
      nothing: null,
    }),
  ).toEqual({ list: ["ok", { "***": "x ***" }], pin: "***", url: "http://a:***@b/", at, nothing: null });
  const circle: Record<string, unknown> = { secret: "s3cr3t-value" };
  circle["self"] = circle;
  expect(JSON.stringify(scrubber.document(circle))).not.toContain("s3cr3t");
});

test("a scrubbed error keeps its class and loses the secret in message, stack, causes and parts", () => {
  const scrubber = knowing("s3cr3t-value");
  const cause = Object.assign(new TypeError("login s3cr3t-value failed"), { config: { pass: "s3cr3t-value" } });
  const thrown = new Problem("bad_gateway", "no s3cr3t-value", {
    details: "s3cr3t-value",
    hint: "leave s3cr3t-value",
    parts: { tried: ["s3cr3t-value"] },
    cause,
  });
  const cleaned = scrubber.error(thrown) as Problem;
  expect(cleaned).toBeInstanceOf(Problem);
  expect(cleaned).toMatchObject({
    id: "bad_gateway",
    status: 502,
    message: "no ***",
    details: "***",
    hint: "leave ***",
  });
  expect(cleaned.parts).toEqual({ tried: ["***"] });
  expect(cleaned.stack).toContain("no ***");
  expect(cleaned.cause).toBeInstanceOf(TypeError);
  expect(cleaned.cause).toMatchObject({ message: "login *** failed", config: { pass: "***" } });
  expect((cleaned.cause as Error).stack).not.toContain("s3cr3t");
  // The original is unchanged, because other code may refer to it.
  expect(thrown.message).toBe("no s3cr3t-value");
  expect(scrubber.error("s3cr3t-value")).toBe("***");
  const original = problem.notFound("x", "y");
  expect(createScrubber().error(original)).toBe(original);
});

test("a secret that is encoded at random in random text is always masked", () => {
  const chance = chanceOf(20261115);
  const characters = [..."abcXYZ0189 _-+/%&\\\"'<>{}$=?#:.,;äß€\u{1f511}\n\t"];
  const ways: ((text: string) => string)[] = [
    (text) => text,
    json,
    encodeURIComponent,
    html,
    (text) => new URLSearchParams({ v: text }).toString(),
    (text) => JSON.stringify({ [text]: text }),
  ];
  const last: ((text: string) => string)[] = [
    (text) => text,
    base64,
    (text) => Buffer.from(text).toString("base64url"),
    (text) => Buffer.from(text).toString("hex"),
  ];
  for (let round = 0; round < 2_000; round++) {
    const secrets = chance
      .times(chance.between(1, 4), () => chance.text(characters, 40))
      .filter((candidate) => candidate.trim().length >= 9);
    if (secrets.length === 0) continue;
    const scrubber = knowing(...secrets);
    const hidden = chance.pick(secrets);
    const way = chance.pick(ways);
    const wrap = chance.pick(last);
    const isWrapped = wrap !== last[0];
    // A string that is escaped twice and then encoded is not supported.
    const again = isWrapped ? ways[0]! : chance.pick(ways);
    const escaped =
      isWrapped && ![ways[0], json, encodeURIComponent].includes(way) ? json(hidden.trim()) : way(hidden.trim());
    const written = wrap(chance.text([..."xyz "], 5) + again(escaped) + chance.text([..." zyx"], 5));
    const line = `${chance.text(characters, 12)} ${written} ${chance.text(characters, 12)}`;
    const cleaned = scrubber.text(line);
    const left = { line, hidden, isMasked: cleaned.includes("***"), isThere: cleaned.includes(again(escaped)) };
    expect(left).toEqual({ line, hidden, isMasked: true, isThere: false });
    expect(scrubber.text(cleaned)).toBe(cleaned);
  }
});

test("a text without secrets is unchanged, even if there are many secrets and the text is long", () => {
  const chance = chanceOf(7);
  const scrubber = knowing(...chance.times(500, () => `${chance.between(1e8, 1e9)}-${chance.between(1e8, 1e9)}`));
  const line = "a quick brown fox 100% \\n jumps &amp; ".repeat(10_000);
  expect(scrubber.text(line)).toBe(line);
});

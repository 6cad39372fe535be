import { describe, expect, test } from "vitest";
import { requestSource, originOf, placeOnSite, returnPlace } from "./own-site.ts";

const publicUrl = "https://deck.example.org";
const request = (headers: Record<string, string>, protocol: "http" | "https" = "http") => ({
  headers,
  protocol,
  host: headers["host"] ?? "",
});

describe("the origin of a request", () => {
  test("the origin of a request is the public address if both have the same host, regardless of the scheme", () => {
    expect(originOf(request({ host: "deck.example.org" }), publicUrl)).toBe(publicUrl);
    expect(originOf(request({ host: "DECK.example.org" }), publicUrl)).toBe(publicUrl);
  });
  test("the origin of a request is the request's own host if the public address has another host", () => {
    expect(originOf(request({ host: "127.0.0.1:8080" }), publicUrl)).toBe("http://127.0.0.1:8080");
  });
  test("the origin of a request is the public address if the host is not valid", () => {
    for (const host of ["a b", "evil.org/path", "evil.org@", "x:y:z", "", "user@evil.org"])
      expect(originOf(request({ host }), publicUrl)).toBe(publicUrl);
  });
});

describe("placeOnSite", () => {
  const origins = ["http://127.0.0.1:8080", publicUrl];
  test.each([
    ["/", "/"],
    ["/health?check=1&x=%2F#top", "/health?check=1&x=%2F#top"],
    ["/a/../b", "/b"],
    ["/login?return_to=%2F%2Fevil.org", "/login?return_to=%2F%2Fevil.org"],
    ["https://deck.example.org/catalog?type=a", "/catalog?type=a"],
    ["HTTPS://DECK.EXAMPLE.ORG/catalog", "/catalog"],
    ["http://127.0.0.1:8080", "/"],
    ["/path:with@signs", "/path:with@signs"],
    ["/ünï", "/%C3%BCn%C3%AF"],
  ])("resolves %s to %s", (address, place) => expect(placeOnSite(address, origins)).toBe(place));

  const hosts = [
    "evil.org",
    "evil.org:443",
    "[::1]",
    "127.0.0.1",
    "127.0.0.1:8081",
    "deck.example.org.evil.org",
    "deck.example.org:444",
  ];
  const wraps = [
    "http://H",
    "https://H/",
    "https:H",
    "https:/H",
    "https:///H",
    "https:\\\\H",
    "https://H\\@deck.example.org/",
    "//H",
    "///H",
    "////H/",
    "/\\H",
    "\\/H",
    "\\\\H",
    "/\\/H",
    "//H/%2e%2e",
    "/\t/H",
    "/\n/H",
    "\t//H",
    " //H",
    "/ /H",
    "https://deck.example.org@H/",
    "https://user:pass@deck.example.org/",
    "https://deck.example.org%40H",
    "https://deck.example.org%2F@H",
    "/.//H",
    "/..//H",
    "/a/..//H",
    "/%2e%2e//H/..//H",
    "https://deck.example.org//H",
    "https://deck.example.org/.//H",
    "javascript:alert(1)//H",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,H",
    "vbscript:H",
    "file:///etc/passwd",
    "blob:https://H/x",
    "ftp://H",
    "ws://H",
    "mailto:a@H",
    "H",
    "H/path",
    "?x=//H",
    "#//H",
    "./H",
    "../H",
    "http:\u0000//H",
    "https://H\u0000.deck.example.org",
    "https://deck.example.org\u3002H/",
    "https://H#@deck.example.org/",
    "https://H?@deck.example.org/",
    "https://deck.example.org.H/",
    "http://deck.example.org/",
    "https://H:80#@deck.example.org",
    "\u00a0//H",
    "\u2028//H",
  ];
  const payloads = [...new Set(hosts.flatMap((host) => wraps.map((wrap) => wrap.replaceAll("H", host))))];

  test(`refuses all ${payloads.length} addresses of other sites`, () => {
    expect(payloads.length).toBeGreaterThan(200);
    const taken = payloads.filter((address) => placeOnSite(address, origins) !== undefined);
    expect(taken).toEqual([]);
  });

  test("an accepted return address leads to a page of this site", () => {
    const accepted = [
      ...payloads,
      "/%2f%2fevil.org",
      "/%5cevil.org",
      "/;//evil.org",
      "/@evil.org",
      "/x//evil.org",
      "/http://evil.org",
    ]
      .map((address) => placeOnSite(address, origins))
      .filter((place) => place !== undefined);
    expect(accepted.length).toBeGreaterThan(4);
    for (const place of accepted) expect(new URL(place, publicUrl).origin).toBe(publicUrl);
  });

  test("refuses addresses of other sites with an error id", () => {
    const site = { publicUrl, returnToOrigins: [] };
    expect(() => returnPlace("https://evil.org", request({}), site)).toThrow("The return_to address is not allowed.");
    expect(returnPlace("", request({}), site)).toBeUndefined();
    expect(returnPlace(undefined, request({}), site)).toBeUndefined();
  });

  test("allows the operator's other sites by their origin", () => {
    const site = { publicUrl, returnToOrigins: ["https://docs.example.org", "http://localhost:3000"] };
    const place = (address: string) => returnPlace(address, request({}), site);
    expect(place("https://docs.example.org/guide?x=1#y")).toBe("https://docs.example.org/guide?x=1#y");
    expect(place("http://localhost:3000")).toBe("http://localhost:3000/");
    expect(place("/guide")).toBe("/guide");
    for (const address of [
      "http://docs.example.org/",
      "https://docs.example.org:444/",
      "https://docs.example.org.evil.org/",
      "https://me@docs.example.org/",
      "https://docs.example.org\\@evil.org/",
      "https://docs.example.org//evil.org",
      "https:docs.example.org",
      "//docs.example.org/",
      ...payloads,
    ])
      expect(() => place(address)).toThrow("The return_to address is not allowed.");
  });
});

describe("the site of the page that made a request", () => {
  test.each([
    [{ "sec-fetch-site": "same-origin" }, "here"],
    [{ "sec-fetch-site": "none" }, "here"],
    [{ "sec-fetch-site": "same-site", origin: publicUrl }, "elsewhere"],
    [{ "sec-fetch-site": "cross-site" }, "elsewhere"],
    [{ origin: publicUrl }, "here"],
    [{ host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" }, "here"],
    [{ host: "127.0.0.1:8080", origin: "http://127.0.0.1:8081" }, "elsewhere"],
    [{ host: "deck.example.org", origin: "http://deck.example.org" }, "elsewhere"],
    [{ origin: "null" }, "elsewhere"],
    [{ origin: "https://deck.example.org.evil.org" }, "elsewhere"],
    [{ referer: `${publicUrl}/health` }, "here"],
    [{ referer: "https://evil.org/https://deck.example.org" }, "elsewhere"],
    [{ referer: "nonsense" }, "elsewhere"],
    [{}, "unknown"],
  ])("%j comes from %s", (headers, place) => expect(requestSource(request(headers), publicUrl)).toBe(place));
});

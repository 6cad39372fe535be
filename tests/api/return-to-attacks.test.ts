// Tests return_to at every endpoint that accepts it: a browser is never redirected to a site other than this server and
// the sites of the operator.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";

const allowed = "https://docs.example.org";
const server = await startTestServer({
  // With a trusted proxy, so that each attempt has its own address and is not throttled.
  env: { TRUST_PROXY: "true", OPEN_REGISTRATION: "true", RETURN_TO_ORIGINS: allowed },
});

const hosts = ["evil.example", "evil.example:443", "127.0.0.1:1", "[::1]"];
const shapes = [
  "http://H",
  "https://H",
  "HTTPS://H/x",
  "https:H",
  "https:/H",
  "https:///H",
  "//H",
  "///H",
  "////H",
  "/\\H",
  "\\\\H",
  "\\/H",
  "/\\/H",
  "/\t/H",
  "/\n/H",
  "/\r/H",
  "\t//H",
  " //H",
  "%20//H",
  "/%09/H",
  "https://U@H",
  "https://A@H",
  "https://A.H",
  "https://A\\@H",
  "http://A/H",
  "https://A:444/H",
  "https://A//H",
  "https://U%40H",
  "https://U%2f@H",
  "https://U.H",
  "https://H#@U",
  "https://H?@U",
  "https://H\\@U",
  "/.//H",
  "/..//H",
  "/./\\H",
  "/x/..//H",
  "//U@H",
  "http://U//H",
  "http://U/.//H",
  "javascript:alert('H')",
  "JAVASCRIPT:alert('H')",
  "data:text/html,H",
  "vbscript:H",
  "file://H",
  "blob:H",
  "ftp://H",
  "H",
  "./H",
  "../H",
  "?next=//H",
  "#//H",
  "http:\\\\H",
  "/\u00a0/H\u0000",
  "https://H\u0000.U",
  "/login\u2028//H",
];
// In the payloads, U is the host of the server and A is the additional allowed host.
const own = new URL(server.url).host;
const payloads = hosts.flatMap((host) =>
  shapes.map((shape) => shape.replaceAll("H", host).replaceAll("U", own).replaceAll("A", new URL(allowed).host)),
);

const flows = "/api/.ory/self-service";
const entrances: readonly { path: string; parameter?: string; isSignedIn?: true }[] = [
  { path: "login/browser" },
  { path: "login/browser", isSignedIn: true },
  { path: "login/api" },
  { path: "registration/browser" },
  { path: "registration/browser", parameter: "after_verification_return_to" },
  { path: "registration/browser", isSignedIn: true },
  { path: "recovery/browser" },
  { path: "recovery/browser", isSignedIn: true },
  { path: "verification/browser" },
  { path: "settings/browser", isSignedIn: true },
  { path: "logout/browser", isSignedIn: true },
  { path: "logout" },
];

const signedIn = openBrowser(server);
await signedIn.signIn();
let address = 0;

/** Returns every address in a response that could redirect a browser. */
async function placesIn(reply: Response): Promise<string[]> {
  const text = await reply.text();
  const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  const logout = typeof body["logout_url"] === "string" ? new URL(body["logout_url"]) : undefined;
  const places = [
    reply.headers.get("location"),
    body["return_to"],
    body["redirect_browser_to"],
    logout?.href,
    logout?.searchParams.get("return_to"),
  ];
  return places.filter((place) => typeof place === "string");
}

async function tryAll(payload: string, isFine: (origin: string) => boolean) {
  const wrong: string[] = [];
  const led: string[] = [];
  for (const { path, parameter = "return_to", isSignedIn } of entrances) {
    address += 1;
    const from: Browser = openBrowser(server, {
      address: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    });
    if (isSignedIn) for (const [name, value] of signedIn.cookies) from.cookies.set(name, value);
    const query = new URLSearchParams({ [parameter]: payload });
    // Without a session a browser first gets a form, whose JSON contains the target.
    for (const accept of isSignedIn || path === "logout" ? ["application/json", "text/html"] : ["application/json"]) {
      const reply = await from.fetch(`${flows}/${path}?${query}`, { headers: { accept } });
      for (const place of await placesIn(reply)) {
        led.push(place);
        if (!isFine(new URL(place, server.url).origin)) wrong.push(`${path} ${payload} -> ${place}`);
      }
    }
  }
  return { wrong, led };
}

test(`none of ${payloads.length} addresses redirects to another site, at any of ${entrances.length} endpoints`, async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  // Sends a few requests at a time, because single requests would take too long, and sending all at once would need too
  // much memory.
  const queue = payloads.values();
  const work = async () => {
    for (const payload of queue) {
      const found = await tryAll(payload, (origin) => origin === server.url);
      wrong.push(...found.wrong);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(wrong).toEqual([]);
});

test("an address of the operator's other site is kept in full", async () => {
  const place = `${allowed}/guide?page=2#end`;
  const { wrong, led } = await tryAll(place, (origin) => origin === server.url || origin === allowed);
  expect(wrong).toEqual([]);
  expect(led.filter((each) => each === place).length).toBeGreaterThanOrEqual(entrances.length);
  const browser = openBrowser(server);
  const flow = await browser.startLogin({ return_to: place });
  const { email, password } = server.administrator;
  expect(await (await browser.submit(flow, { identifier: email, password })).json()).toMatchObject({
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: place }],
  });
});

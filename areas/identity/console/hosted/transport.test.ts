import { beforeEach, expect, test, vi } from "vitest";
import { transport } from "./transport.ts";

declare const happyDOM: { setURL(url: string): void };

const leave = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  happyDOM.setURL("https://console.example.org/health?a=b");
  vi.spyOn(location, "replace").mockImplementation(leave);
  leave.mockClear();
});

function backendWith(
  publicMetadata: Record<string, unknown>,
  { status = 200, token }: { status?: number; token?: string | null } = {},
) {
  const getToken = vi
    .fn<(options: { template: string }) => Promise<string | null>>()
    .mockResolvedValue(token === undefined ? "t1" : token);
  const sent: { address: string; authorization: string | null; accept: string | null }[] = [];
  const fetch = transport(
    { session: { getToken }, organization: { id: "org_1", publicMetadata, reload: async () => undefined } },
    async (address, init) => {
      const headers = new Headers(init?.headers);
      sent.push({
        address: address instanceof Request ? address.url : address.toString(),
        authorization: headers.get("authorization"),
        accept: headers.get("accept"),
      });
      return new Response("{}", { status });
    },
  );
  return { fetch, sent, getToken };
}

test("HO-03 in direct mode API calls go to the backend with a token of the template Backend", async () => {
  const { fetch, sent, getToken } = backendWith({ backend_url: "https://acme.example.org/api", direct: true });
  await fetch("/api/db/checks?select=id", { headers: { accept: "application/json" } });
  await fetch("https://console.example.org/api/auth/whoami");
  expect(sent).toEqual([
    {
      address: "https://acme.example.org/api/db/checks?select=id",
      authorization: "Bearer t1",
      accept: "application/json",
    },
    { address: "https://acme.example.org/api/auth/whoami", authorization: "Bearer t1", accept: null },
  ]);
  expect(getToken).toHaveBeenCalledWith({ template: "Backend" });
});

test("HO-03 without the direct mode API calls go to the console's server, with the same token", async () => {
  const { fetch, sent } = backendWith({ backend_url: "https://acme.example.org/api" });
  await fetch("/api/db/checks");
  expect(sent).toEqual([{ address: "/api/db/checks", authorization: "Bearer t1", accept: null }]);
});

test("other addresses never get the token", async () => {
  const { fetch, sent, getToken } = backendWith({ backend_url: "https://acme.example.org/api", direct: true });
  for (const address of ["/assets/a.js", "https://other.example.org/api/db/checks", "//other.example.org/api/x"])
    await fetch(address);
  expect(sent.map(({ authorization }) => authorization)).toEqual([null, null, null]);
  expect(getToken).not.toHaveBeenCalled();
});

test("HO-10 a 401 opens /auth-state-checker and never reaches the caller", async () => {
  const { fetch } = backendWith({ backend_url: "https://acme.example.org/api", direct: true }, { status: 401 });
  const settled = vi.fn<() => void>();
  void fetch("/api/db/checks").then(settled, settled);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("/auth-state-checker?return_to=%2Fhealth%3Fa%3Db"));
  expect(settled).not.toHaveBeenCalled();
});

test.each([403, 404, 500])("the caller handles %d", async (status) => {
  const { fetch } = backendWith({ backend_url: "https://acme.example.org/api" }, { status });
  expect((await fetch("/api/db/checks")).status).toBe(status);
  expect(leave).not.toHaveBeenCalled();
});

test("a token of one organisation never reaches the backend of another one", async () => {
  const organization = (id: string, direct: boolean) => ({
    id,
    publicMetadata: { backend_url: `https://${id}.example.org/api`, direct },
    reload: async () => undefined,
  });
  const token = Promise.withResolvers<string>();
  const clerk = { session: { getToken: () => token.promise }, organization: organization("acme", true) };
  const send = vi.fn<() => Promise<Response>>(async () => new Response("{}"));
  const fetch = transport(clerk, send);
  const settled = vi.fn<() => void>();
  void fetch("/api/db/checks").then(settled, settled);
  clerk.organization = organization("globex", true);
  token.resolve("t1");
  await fetch("/assets/a.js");
  // The page is leaving: neither this request nor a later one is sent.
  void fetch("/api/db/checks").then(settled, settled);
  await new Promise((resolve) => setTimeout(resolve));
  expect(send).toHaveBeenCalledExactlyOnceWith("/assets/a.js", undefined);
  expect(settled).not.toHaveBeenCalled();
});

test("a request that waits for its token can be aborted", async () => {
  const clerk = { session: { getToken: () => new Promise<never>(() => {}) } };
  const fetch = transport(clerk, async () => new Response("{}"));
  const abort = new AbortController();
  const answer = fetch("/api/db/checks", { signal: abort.signal });
  abort.abort(new DOMException("too late", "TimeoutError"));
  await expect(answer).rejects.toThrow("too late");
  await expect(fetch("/api/db/checks", { signal: abort.signal })).rejects.toThrow("too late");
});

test("without a session the request has no token", async () => {
  const { fetch, sent } = backendWith({ backend_url: "https://acme.example.org/api" }, { token: null });
  await fetch("/api/db/checks");
  expect(sent[0]!.authorization).toBeNull();
});

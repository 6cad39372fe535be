// Tests that the console's pages contain the hosted identity service only if it is configured.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

const folder = await mkdtemp(join(tmpdir(), "quarterdeck-console-"));
const pageOf = (name: string) => `<!doctype html><html><head><title>${name}</title></head><body></body></html>`;
await writeFile(join(folder, "index.html"), pageOf("console"));
await writeFile(join(folder, "sign-in.html"), pageOf("sign-in"));
afterAll(() => rm(folder, { recursive: true }));

const key = `pk_test_${Buffer.from("clerk.example.org$").toString("base64")}`;

test("with the built-in sign-in, pages and content policy do not mention the service", async () => {
  const server = await startTestServer({ consoleFolder: folder });
  for (const [path, name] of [
    ["/login", "sign-in"],
    ["/health", "console"],
  ] as const) {
    const answer = await server.fetch(path);
    expect(await answer.text()).toBe(pageOf(name));
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'",
    );
  }
});

test("with the hosted service, every page contains the publishable key, and the content policy allows the service", async () => {
  const server = await startTestServer({
    consoleFolder: folder,
    env: {
      CLERK_PUBLISHABLE_KEY: key,
      CLERK_SECRET_KEY: "sk_test_secret",
      CLERK_BACKEND_ORIGINS: "https://acme.example.org",
    },
  });
  for (const path of ["/login", "/registration", "/error", "/auth-state-checker", "/health", "/"]) {
    const answer = await server.fetch(path);
    const text = await answer.text();
    expect(text).toContain("<title>console</title>");
    expect(text).toContain(`<meta name="clerk-publishable-key" content="${key}" />`);
    expect(text).not.toContain("sk_test_secret");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' https://clerk.example.org https://challenges.cloudflare.com;");
    expect(policy).toContain("connect-src 'self' https://clerk.example.org https://acme.example.org;");
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "viewer", permissions: ["clipboard-read", "clipboard-write"] });

test("SH-32 MC-01 MC-02 MC-03 Setup MCP creates a token and shows the configurations of seven clients; the copied request works", async ({
  page,
}) => {
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Setup MCP" }).click();
  const form = page.getByRole("dialog", { name: "Create new token" });
  await form.getByLabel(/^Name/).fill("assistant");
  await form.getByRole("button", { name: "Create Token" }).click();
  const created = page.getByRole("dialog", { name: "Token Created Successfully" });
  await expect(created).toBeVisible();
  await expect(form).toBeHidden();
  await expect(created).toContainText("MCP Client Setup:");
  const tabs = created.getByRole("tablist", { name: "MCP clients" }).getByRole("tab");
  await expect(tabs).toHaveText([
    "Claude Desktop",
    "Claude Code",
    "VS Code Copilot",
    "Cline",
    "Continue.dev",
    "Zed Editor",
    "Direct HTTP",
  ]);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  const origin = new URL(page.url()).origin;
  for (const [tab, text] of [
    ["Claude Desktop", "mcpServers"],
    ["Claude Code", '"type": "http"'],
    ["VS Code Copilot", "github.copilot.mcp.servers"],
    ["Cline", "cline.mcpServers"],
    ["Continue.dev", '"name": "mission-control"'],
    ["Zed Editor", "assistant"],
  ] as const) {
    await tabs.filter({ hasText: tab }).click();
    const code = created.getByRole("region", { name: tab });
    await expect(code).toContainText(text);
    await expect(code).toContainText(`${origin}/api/mcp`);
    await expect(code).not.toContainText(/Basic [A-Za-z0-9+/=]{20}/);
  }
  await tabs.filter({ hasText: "Direct HTTP" }).click();
  await created.getByRole("button", { name: "Copy Direct HTTP" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, authorization] = /-H 'Authorization: (.+?)'/.exec(command)!;
  const [, url] = /curl -X POST (\S+)/.exec(command)!;
  const [, body] = /-d '(.+)'/.exec(command)!;
  const answer = await fetch(url!, {
    method: "POST",
    headers: { authorization: authorization!, "content-type": "application/json" },
    body: body!,
  });
  expect(await answer.json()).toMatchObject({ result: { protocolVersion: "2024-11-05" } });
});

test("a token that is created on the tokens page shows no client configurations", async ({ page }) => {
  await page.goto("/settings/tokens?addToken=true");
  const form = page.getByRole("dialog", { name: "Create new token" });
  await form.getByLabel(/^Name/).fill("plain");
  await form.getByRole("button", { name: "Create Token" }).click();
  const created = page.getByRole("dialog", { name: "Token Created Successfully" });
  await expect(created).toContainText("How to use it");
  await expect(created).not.toContainText("MCP Client Setup:");
});

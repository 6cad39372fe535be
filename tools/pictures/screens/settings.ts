// The pages of the settings, with their dialogs. The lists of other areas that are also in the settings menu are in the
// files of these areas.
import type { WatchedPage } from "../camera.ts";
import type { PicturedProduct } from "../products.ts";
import { type Screen, screen } from "../screen.ts";

export const settingsScreens: readonly Screen[] = [
  screen("integrations", "/settings/integrations", "List of integrations"),
  screen("integration-add", "/settings/integrations?add=true", "Dialog that adds an integration"),
  screen("connections", "/settings/connections", "List of connections"),
  screen("connection-add", "/settings/connections?add=true", "Choice of a connection type"),
  screen("connection-edit", "/settings/connections?id={id}", "Dialog that edits a connection", { row: "connection" }),
  screen("connection-test", "/settings/connections?id={id}", "Result of a connection test (successful)", {
    row: "ntfyConnection",
    act: testConnection,
  }),
  screen("people", "/settings/users", "Users"),
  screen("person-invite", "/settings/users?invite=true", "Dialog that invites a user"),
  screen("teams", "/settings/teams", "List of teams"),
  screen("team", "/settings/teams/{id}", "Editor of a team", { row: "team" }),
  screen("permissions", "/settings/permissions", "List of permissions"),
  screen("tokens", "/settings/tokens", "List of tokens"),
  screen("token-add", "/settings/tokens?addToken=true", "Dialog that creates a token"),
  screen("mcp-setup", "/settings/tokens", "New token with configurations of MCP clients", { act: setUpMcp }),
  screen("agents", "/settings/agents", "List of agents (two online, others offline)"),
  screen("agent-add", "/settings/agents?addAgent=true", "Dialog that creates an agent"),
  screen("feature-flags", "/settings/feature-flags", "Feature flags and settings by name"),
  screen("system-seeded", "/settings/system", "System page of the seeded installation (web process only)"),
  screen("jobs", "/settings/jobs", "Job history"),
  screen("job-details", "/settings/jobs?job={id}", "Dialog with the details and errors of a failed job", {
    row: "failedJob",
  }),
  screen(
    "event-queue",
    "/settings/event-queue-status",
    "Event queue (empty: no worker runs in the seeded installation)",
  ),
  screen("outbox", "/settings/outbox", "Outbox without SMTP server, no messages"),
  screen("audit", "/settings/audit", "Audit log"),
];

async function testConnection({ page }: WatchedPage, { ntfy }: PicturedProduct): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Host" }).fill(ntfy);
  await dialog.getByRole("textbox", { name: "Topic" }).fill("on-call");
  await page.getByRole("button", { name: "Test Connection" }).click();
  await page.getByRole("region", { name: "Test Connection Results" }).getByText("Connection successful").waitFor();
}

/** Creates a token. Names of tokens are unique, so each picture has a token with a different name. */
async function setUpMcp({ page }: WatchedPage): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Setup MCP" }).click();
  const form = page.getByRole("dialog", { name: "Create new token" });
  await form.getByLabel(/^Name/).fill(`assistant ${page.viewportSize()?.width}`);
  await form.getByRole("button", { name: "Create Token" }).click();
  await page.getByRole("dialog", { name: "Token Created Successfully" }).waitFor();
  await form.waitFor({ state: "hidden" });
}

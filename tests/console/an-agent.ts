// Creates agents in the console, as an administrator does.
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Creates an agent, and returns the variables of the command that the dialog shows. */
export async function createAgent(page: Page, name: string, origin = ""): Promise<Record<string, string>> {
  await page.goto(`${origin}/settings/agents?addAgent=true`);
  const form = page.getByRole("dialog", { name: "Create new agent" });
  await form.getByLabel(/^Name/).fill(name);
  await form.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Agent created", { exact: true })).toBeVisible();
  const created = page.getByRole("dialog", { name: "Installation Instructions" });
  const code = created.getByRole("region", { name: "Command" });
  await expect(code).toContainText("npm start");
  const command = await code.innerText();
  await created.getByRole("button", { name: "Close" }).last().click();
  const variables = [...command.matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)];
  return Object.fromEntries(variables.map(([, key, quoted, plain]) => [key!, quoted ?? plain!]));
}

// Tests the lists of playbooks, the gallery, the form of a run, and the editor.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { seedPlaybook } from "./some-playbooks.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const form = (page: Page, title: string) => page.getByRole("dialog", { name: title });

test("PB-01 playbooks are listed by category with their last result, and a search finds them", async ({ page }) => {
  const { id } = await seedPlaybook("Hoist the topsail", {
    category: "Rigging",
    description: "Pulls the yard up",
    runs: ["completed"],
  });
  await page.goto("/playbooks");
  await expect(page.getByRole("heading", { level: 1, name: "Playbooks" })).toBeVisible();
  const rigging = page.getByRole("region", { name: "Rigging" });
  await expect(rigging.getByRole("article", { name: "Hoist the topsail" })).toContainText("Pulls the yard up");
  await expect(card(page, "Hoist the topsail")).toContainText("Completed");
  await page.getByRole("searchbox", { name: "Search playbooks" }).fill("yard up");
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("searchbox", { name: "Search playbooks" }).fill("no such playbook");
  await expect(page.getByText("No playbook contains “no such playbook”.")).toBeVisible();

  await page.goto(`/playbooks/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Hoist the topsail" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Completed" })).toBeVisible();
});

test("PB-04 a playbook that does not exist shows a not-found page", async ({ page }) => {
  await page.goto("/playbooks/0197a000-0000-7000-8000-00000000dead");
  await expect(page.getByText("Playbook not found")).toBeVisible();
  await page.getByRole("link", { name: "Back to all playbooks" }).click();
  await expect(page).toHaveURL(/\/playbooks$/);
});

test("a gallery playbook can be added once, and is deleted from its card", async ({ page }) => {
  await seedPlaybook("Reef the mainsail");
  await page.goto("/playbooks?gallery=open");
  const gallery = page.getByRole("region", { name: "Gallery" });
  await expect(gallery.getByRole("article")).toHaveCount(8);
  const bundle = gallery.getByRole("article", { name: "Collect a diagnosis bundle" });
  await bundle.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Added Collect a diagnosis bundle")).toBeVisible();
  await expect(bundle.getByRole("button", { name: "Added" })).toHaveAttribute("aria-disabled", "true");
  const { rows } = await query(
    "select source, category from playbooks where name = 'collect-diagnosis-bundle' and deleted_at is null",
  );
  expect(rows).toEqual([{ source: "UI", category: "Diagnosis" }]);
  await page.getByRole("button", { name: "Close the gallery" }).click();
  await card(page, "Collect a diagnosis bundle")
    .getByRole("button", { name: /^Actions of/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(card(page, "Collect a diagnosis bundle")).toBeHidden();
});

test("PB-06 a playbook for catalog items asks for an item before it shows parameters", async ({ page }) => {
  await seedPlaybook("Splice the mainbrace", { spec: { configs: [{ types: ["Ship::Brace"] }] } });
  await page.goto("/playbooks");
  await card(page, "Splice the mainbrace").getByRole("button", { name: "Run" }).click();
  const dialog = form(page, "Splice the mainbrace");
  await expect(dialog.getByText("Please select a resource to see the parameters.")).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Catalog Item" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Run", exact: true })).toHaveAttribute("aria-disabled", "true");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
});

test("PB-07 PB-08 the form states that there are no parameters, or blocks the run until they are valid", async ({
  page,
}) => {
  await seedPlaybook("Weigh anchor");
  const { id } = await seedPlaybook("Set course", {
    spec: {
      parameters: [{ name: "bearing", label: "Bearing", required: true, properties: { format: "number", max: 360 } }],
    },
  });
  await page.goto("/playbooks");
  await card(page, "Weigh anchor").getByRole("button", { name: "Run" }).click();
  await expect(form(page, "Weigh anchor").getByText("No parameters for this playbook.")).toBeVisible();
  await page.goto(`/playbooks?run=${id}`);
  const dialog = form(page, "Set course");
  const run = dialog.getByRole("button", { name: "Run", exact: true });
  await expect(dialog.getByLabel("Bearing")).toBeVisible();
  await expect(run).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Bearing").fill("400");
  await expect(run).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Bearing").fill("90");
  await expect(run).toHaveAttribute("aria-disabled", "false");
  await page.goto(`/playbooks?run=${id}&params.bearing=45`);
  await expect(form(page, "Set course").getByLabel("Bearing")).toHaveValue("45");
});

test("PB-09 PB-10 the form shows the plan, its button reads Running... until the run has started, and its page opens", async ({
  page,
}) => {
  const { id } = await seedPlaybook("Ring the bell", {
    spec: { actions: [{ name: "Ring", exec: { script: "for i in 1 2 3; do echo ding $i; done" } }] },
  });
  await page.goto(`/playbooks?run=${id}`);
  const dialog = form(page, "Ring the bell");
  await expect(dialog.getByRole("region", { name: "Plan" })).toContainText("echo ding");
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/playbook/run", async (route) => {
    await answered.promise;
    await route.fallback();
  });
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  const busy = dialog.getByRole("button", { name: "Running..." });
  await expect(busy).toBeVisible();
  await expect(busy).toHaveAttribute("aria-disabled", "true");
  answered.resolve();
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
  await expect(page.getByRole("log", { name: "Output" })).toContainText("ding 3");
});

test("the palette offers to run a playbook", async ({ page }) => {
  await seedPlaybook("Sound the foghorn");
  await page.goto("/playbooks");
  await expect(page.getByRole("heading", { level: 1, name: "Playbooks" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("run foghorn");
  await page
    .getByRole("group", { name: "Run a playbook" })
    .getByRole("option", { name: /Sound the foghorn/ })
    .click();
  await expect(form(page, "Sound the foghorn")).toBeVisible();
});

test("a playbook is written with a form for its general fields and code for its actions, and tried before it is saved", async ({
  page,
}) => {
  await page.goto("/settings/playbooks/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("trim-sails");
  await page.getByRole("textbox", { name: "Title" }).fill("Trim the sails");
  const editor = page.locator(".cm-content").first();
  const write = async (text: string) => {
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
  };
  await write("actions:\n  - name: Trim\n    if: sucess()\n    exec:\n      script: echo trimmed\n");
  await expect(page.getByText(/no function .?sucess/i).first()).toBeVisible();
  await write("actions:\n  - name: Trim\n    exec:\n      script: echo trimmed\n");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  const trial = page.getByRole("dialog", { name: "Try Playbook" });
  await expect(trial.getByRole("region", { name: "Plan" })).toContainText("echo trimmed");
  await trial.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/settings\/playbooks$/);
  await expect
    .poll(async () => (await query("select spec from playbooks where name = 'trim-sails'")).rows)
    .toEqual([{ spec: { title: "Trim the sails", actions: [{ name: "Trim", exec: { script: "echo trimmed" } }] } }]);
});

test("the editor tries a playbook for catalog items with a chosen item", async ({ page }) => {
  await seedItem("mainsail");
  const { id } = await seedPlaybook("Furl the mainsail", {
    spec: { configs: [{ search: "mainsail" }], actions: [{ name: "Reef", exec: { script: "echo {{.config.name}}" } }] },
  });
  await page.goto(`/settings/playbooks/${id}`);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  const trial = page.getByRole("dialog", { name: "Try Playbook" });
  await trial.getByRole("combobox", { name: "Catalog Item" }).fill("mainsail-node");
  await page.getByRole("option", { name: /mainsail-node/ }).click();
  await expect(trial.getByRole("region", { name: "Plan" })).toContainText("echo mainsail-node");
});

test("a webhook without authentication is marked as open to everybody", async ({ page, baseURL }) => {
  const { id } = await seedPlaybook("Answer signals", { spec: { on: { webhook: { path: "answer-signals" } } } });
  await page.goto("/playbooks");
  await expect(card(page, "Answer signals")).toContainText("Open to everybody");
  await page.goto(`/playbooks/${id}`);
  await expect(page.getByText("Its webhook is open to everybody")).toBeVisible();
  const address = `${baseURL}/api/playbook/webhook/answer-signals`;
  await expect(page.getByText(address)).toBeVisible();
  expect((await fetch(address, { method: "POST" })).status).toBe(200);
  await page.getByRole("row").filter({ hasText: "A webhook" }).click();
  await expect(page.getByText("Started by a webhook that is open to everybody")).toBeVisible();
});

test.describe("a refused run", () => {
  test.use({ provoked: [/400.*\/api\/playbook\/run/] });

  test("PB-12 shows the error of the server", async ({ page }) => {
    const { id } = await seedPlaybook("Leave the harbour");
    await page.goto(`/playbooks?run=${id}`);
    const run = form(page, "Leave the harbour").getByRole("button", { name: "Run", exact: true });
    await expect(run).toHaveAttribute("aria-disabled", "false");
    await query("update playbooks set spec = spec || $2 where id = $1", [
      id,
      JSON.stringify({ filters: ["'The tide is out.'"] }),
    ]);
    await run.click();
    await expect(page.getByText("The tide is out.")).toBeVisible();
    await expect(page).toHaveURL(/\/playbooks\?/);
  });
});

test.describe("a viewer", () => {
  test.use({ as: "viewer" });

  test("sees playbooks but cannot run or change them", async ({ page }) => {
    await seedPlaybook("Keelhaul");
    await page.goto("/playbooks");
    await expect(card(page, "Keelhaul")).toBeVisible();
    await expect(page.getByRole("button", { name: "Run" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Add Playbook" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Actions of/ })).toHaveCount(0);
  });
});

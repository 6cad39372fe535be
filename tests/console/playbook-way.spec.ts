// Tests the path from a failing check to a repaired item: a matching playbook, its parameters and plan, the approval by
// a second person, the live output, the result, and the change in the history of the item.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { asPerson } from "./second-person.ts";
import { seedPlaybook } from "./some-playbooks.ts";

test.use({ as: "editor", contextOptions: { reducedMotion: "reduce" } });

const output = (page: Page) => page.getByRole("log", { name: "Output" });

const chooseFromMenu = async (page: Page, title: string) => {
  await page.getByRole("button", { name: "Run a playbook" }).click();
  await page.getByRole("menuitem", { name: title }).click();
  return page.getByRole("dialog", { name: title });
};

test("PB-05 a playbook for a failing check runs after its parameters and plan are reviewed and a second person approves", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "playbook-way-"));
  // Scripts run as another user if the server runs as root.
  chmodSync(folder, 0o755);
  try {
    const item = await seedItem("keelson");
    await query("update checks set status = 'unhealthy' where id = $1", [item.check]);
    await seedPlaybook("Caulk the keelson", {
      spec: {
        checks: [{ name: "keelson answers" }],
        parameters: [{ name: "reason", label: "Reason", required: true, properties: { minLength: 5 } }],
        approval: { approvers: { people: [people.admin.email] } },
        actions: [
          {
            name: "Caulk",
            exec: {
              env: [{ name: "REASON", value: "{{.params.reason}}" }],
              script: `echo "caulking: $REASON"\nwhile [ ! -e ${folder}/done ]; do sleep 0.2; done\necho "one plank is left" >&2\nprintf '\\033[32mtight\\033[0m\\n'`,
            },
          },
        ],
      },
    });
    await seedPlaybook("Paint the quay", { spec: { checks: [{ name: "another check" }] } });

    await page.goto(`/health/checks/${item.check}`);
    const dialog = await chooseFromMenu(page, "Caulk the keelson");
    await expect(page.getByRole("menuitem", { name: "Paint the quay" })).toHaveCount(0);
    await expect(dialog.getByRole("link", { name: "keelson answers" })).toBeVisible();
    await expect(dialog).toContainText(`The run waits until ${people.admin.email} has approved it.`);
    await dialog.getByLabel(/^Reason/).fill("it leaks");
    const plan = dialog.getByRole("region", { name: "Plan" });
    await expect(plan).toContainText("caulking");
    await dialog.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
    await expect(page.getByText("Pending Approval").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

    await asPerson(page, people.admin.email, async (approver) => {
      await approver.goto("/notifications");
      const waiting = approver.getByRole("region", { name: "Waiting for your approval" });
      await waiting.getByRole("link", { name: /Caulk the keelson/ }).click();
      await approver.getByRole("button", { name: "Approve", exact: true }).click();
      const question = approver.getByRole("dialog", { name: "Approve Playbook Caulk the keelson Run" });
      await expect(question).toContainText("caulking");
      await question.getByRole("button", { name: "Approve", exact: true }).click();
      await expect(approver.getByText("Approved the run")).toBeVisible();
    });

    // The starter's page updates without a reload.
    await expect(output(page)).toContainText("caulking: it leaks");
    await expect(page.getByText("Running").first()).toBeVisible();
    writeFileSync(join(folder, "done"), "");
    await expect(output(page)).toContainText("tight");
    await expect(page.getByRole("region", { name: "Caulk" })).toContainText("Completed");
    await expect(page.getByRole("navigation", { name: "Actions" })).toContainText(`Approved by ${people.admin.name}`);
    await page.getByRole("tab", { name: "Stderr" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("one plank is left");

    await page.goto(`/health/checks/${item.check}?checkTab=playbooks`);
    await expect(page.getByRole("list", { name: "Runs" })).toContainText("Caulk the keelson");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("CA-11 a playbook run for the item of a failing check appears on the item's Playbooks tab and in its changes", async ({
  page,
}) => {
  const item = await seedItem("rudder");
  await query("update checks set status = 'unhealthy' where id = $1", [item.check]);
  await seedPlaybook("Unship the rudder", {
    spec: { configs: [{ name: "rudder", types: ["Kubernetes::Deployment"] }] },
  });
  await page.goto(`/health/checks/${item.check}?checkTab=relationships`);
  // The header grows until the causes are known, and a click on a moving link can be lost.
  await expect(page.getByRole("region", { name: "Why it is unhealthy" })).toBeVisible();
  await page.getByRole("tabpanel").getByRole("link", { name: "rudder", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/${item.id}`));
  const dialog = await chooseFromMenu(page, "Unship the rudder");
  await expect(dialog.getByRole("region", { name: "Plan" })).toContainText("echo hello");
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(output(page)).toContainText("hello");
  await expect(page.getByRole("region", { name: "Greet" })).toContainText("Completed");

  await page.goto(`/catalog/${item.id}/playbooks`);
  await expect(page.getByRole("row").filter({ hasText: "Unship the rudder" })).toContainText("Completed");
  await page.goto(`/catalog/${item.id}/changes`);
  for (const word of ["scheduled", "started", "completed"])
    await expect(page.getByRole("row").filter({ hasText: `Playbook Unship the rudder ${word}` })).toBeVisible();
});

// Tests a whole repair: a failing check, its item, the parameters and the plan of a playbook, the approval by a second
// person, the live output, the result, and the change in the history of the item. Also tests the permissions of a
// playbook.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { asPerson } from "./second-person.ts";
import { seedPlaybook } from "./some-playbooks.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const output = (page: Page) => page.getByRole("log", { name: "Output" });

test.describe("an editor", () => {
  test.use({ as: "editor" });

  test("repairs the item of a failing check with an approved playbook, and the item shows the change", async ({
    page,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), "playbook-repair-"));
    // Scripts run as another user if the server runs as root.
    chmodSync(folder, 0o755);
    try {
      const item = await seedItem("bowsprit");
      await query("update checks set status = 'unhealthy' where id = $1", [item.check]);
      await seedPlaybook("Fish the bowsprit", {
        spec: {
          configs: [{ name: "bowsprit", types: ["Kubernetes::Deployment"] }],
          parameters: [{ name: "reason", label: "Reason", required: true, properties: { minLength: 5 } }],
          approval: { approvers: { people: [people.admin.email] } },
          actions: [
            {
              name: "Fish",
              exec: {
                env: [{ name: "REASON", value: "{{.params.reason}}" }],
                script: `echo "fishing: $REASON"\nwhile [ ! -e ${folder}/done ]; do sleep 0.2; done\nprintf '\\033[32msound\\033[0m\\n'`,
              },
            },
          ],
        },
      });

      // From the failing check to its item.
      await page.goto(`/health/checks/${item.check}?checkTab=relationships`);
      await page.getByRole("tabpanel").getByRole("link", { name: "bowsprit", exact: true }).click();
      await expect(page).toHaveURL(new RegExp(item.id));

      // Parameters and plan.
      await page.getByRole("button", { name: "Run a playbook" }).click();
      await page.getByRole("menuitem", { name: "Fish the bowsprit" }).click();
      const dialog = page.getByRole("dialog", { name: "Fish the bowsprit" });
      const run = dialog.getByRole("button", { name: "Run", exact: true });
      await expect(dialog.getByLabel(/^Reason/)).toBeVisible();
      await dialog.getByLabel(/^Reason/).fill("old");
      await expect(run).toHaveAttribute("aria-disabled", "true");
      await dialog.getByLabel(/^Reason/).fill("it is sprung");
      const plan = dialog.getByRole("region", { name: "Plan" });
      await expect(plan).toContainText("fishing");
      await expect(plan.getByRole("region", { name: "Environment" })).toContainText("REASON");
      await expect(plan).not.toContainText("it is sprung");
      await expect(run).toHaveAttribute("aria-disabled", "false");
      await run.click();
      await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
      const runUrl = new URL(page.url()).pathname;
      await expect(page.getByText("Pending Approval").first()).toBeVisible();

      // Approval by a second person.
      await asPerson(page, people.admin.email, async (approver) => {
        await approver.goto(runUrl);
        await approver.getByRole("button", { name: "Approve", exact: true }).click();
        const question = approver.getByRole("dialog", { name: "Approve Playbook Fish the bowsprit Run" });
        await expect(question).toContainText("fishing");
        await question.getByRole("button", { name: "Approve", exact: true }).click();
        await expect(approver.getByText("Approved the run")).toBeVisible();
      });

      // Live output and result.
      await expect(output(page)).toContainText("fishing: it is sprung");
      await expect(page.getByText("Running").first()).toBeVisible();
      writeFileSync(join(folder, "done"), "");
      await expect(output(page)).toContainText("sound");
      await expect(page.getByRole("region", { name: "Fish" })).toContainText("Completed");
      await expect(page.getByRole("navigation", { name: "Actions" })).toContainText(`Approved by ${people.admin.name}`);

      // The item shows the change, and the change links to the run.
      await page.goto(`/catalog/${item.id}/changes`);
      const changes = page.getByRole("grid", { name: "Changes" });
      for (const word of ["scheduled", "started", "completed"])
        await expect(
          changes.getByRole("link", { name: `Playbook Fish the bowsprit ${word}`, exact: true }),
        ).toHaveAttribute("href", runUrl);
      await page.getByRole("row").filter({ hasText: "Playbook Fish the bowsprit completed" }).getByText("ago").click();
      const change = page.getByRole("dialog", { name: "PlaybookCompleted" });
      await change.getByRole("link", { name: "Open the run" }).click();
      await expect(page).toHaveURL(new RegExp(runUrl));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test.describe("an administrator", () => {
  test.use({ as: "admin" });

  test("gives a playbook rights on the Permissions tab of its editor", async ({ page }) => {
    const { id } = await seedPlaybook("Stow the cargo");
    await query("insert into connections (name, type, source) values ('hold', 'postgres', 'UI')");
    await page.goto(`/settings/playbooks/${id}`);
    await page.getByRole("tab", { name: "Permissions" }).click();
    await expect(page.getByText("No rule gives this playbook rights")).toBeVisible();
    await page.getByRole("button", { name: "Add Permission" }).click();
    const rule = page.getByRole("dialog", { name: "Add Permission" });
    await expect(rule.getByRole("radiogroup", { name: "Subject type" }).getByLabel("Playbook")).toBeChecked();
    await expect(rule.getByRole("combobox", { name: "Playbook", exact: true })).toHaveValue("stow-the-cargo");
    await rule.getByRole("combobox", { name: "Connection", exact: true }).fill("hold");
    await page.getByRole("option", { name: /hold/ }).click();
    await rule.getByRole("combobox", { name: "Action" }).selectOption("read");
    await rule.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Permission added")).toBeVisible();
    await expect(rule).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: "hold" })).toContainText("stow-the-cargo");
    expect(
      (await query("select subject, subject_type, action from permissions where subject = $1", [id])).rows,
    ).toEqual([{ subject: id, subject_type: "playbook", action: "read" }]);
    expect(await axeFindings(page)).toEqual([]);
  });
});

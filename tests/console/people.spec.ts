// Tests the pages of users, teams and permissions.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of 4(?:00|09)/] });

const cell = (page: Page, name: string | RegExp) => page.getByRole("gridcell", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** Selects the search result once it is the only option; before that, the list still changes. */
async function choose(page: Page, name: RegExp) {
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("option", { name }).click();
}
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test("SE-02 SE-03 SE-04 SE-05 AC-12 AC-13 an invited person registers by the link, has few permissions, is promoted during the session, and is removed", async ({
  page,
  browser,
}) => {
  await page.goto("/settings/users");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Roles", "State", "2FA", "Last Sign-in"]);
  const admin = page.getByRole("row").filter({ hasText: people.admin.email });
  await expect(admin.locator("[data-initials=A]")).toBeVisible();
  await expect(admin.getByRole("gridcell").nth(2)).toHaveText("admin");
  await expect(admin.getByRole("gridcell").nth(4)).toHaveText(/^\s*(?:Yes|No)\s*$/);
  await expect(page.getByText(/^\d+ of \d+ users uses? 2FA$/)).toBeVisible();
  // People cannot remove themselves.
  await expect(admin.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Invite User" }).click();
  const invite = dialog(page, "Invite User");
  await invite.getByLabel("Email").fill("no address");
  await invite.getByRole("button", { name: "Invite" }).click();
  await expect(invite.getByText("This field is required")).toHaveCount(2);
  await expect(invite.getByText("Entered value does not match email format")).toBeVisible();
  await invite.getByLabel("First name").fill("Nora");
  await invite.getByLabel("Last name").fill("Newcomer");
  await invite.getByLabel("Email").fill(people.editor.email);
  await invite.getByLabel("Role").selectOption("viewer: Reads");
  await invite.getByRole("button", { name: "Invite" }).click();
  await expect(invite.getByRole("alert")).toHaveText("User already exists");
  await invite.getByLabel("Email").fill("nora@example.org");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await invite.getByRole("button", { name: "Invite" }).click();
  const link =
    (await dialog(page, "Invite Link")
      .getByText(/\/registration\?invitation=/)
      .textContent()) ?? "";
  await dialog(page, "Invite Link").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("tab", { name: "Invitations" }).click();
  await expect(page.getByRole("row").filter({ hasText: "nora@example.org" })).toContainText("Nora Newcomer");

  // The invited person uses a separate browser.
  const guestContext = await browser.newContext({
    baseURL: new URL(link).origin,
    storageState: { cookies: [], origins: [] },
  });
  const guest = await guestContext.newPage();
  await guest.goto(link);
  await expect(guest.getByLabel("Email")).toHaveValue("nora@example.org");
  await guest.getByLabel("Password", { exact: true }).fill("a harbour in the fog");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("button", { name: "User menu" })).toBeVisible();
  const settings = guest.getByRole("navigation", { name: "Main" }).getByText("Settings");
  await expect(settings).toHaveCount(0);
  await guest.goto("/settings/users");
  await expect(guest.getByText("You do not have permission to access this page.")).toBeVisible();
  await expect(settings).toHaveCount(0);

  // The invitation has become a user, without a reload.
  await expect(page.getByRole("row").filter({ hasText: "nora@example.org" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("searchbox", { name: "Search users" }).fill("nora newcomer");
  await expect(page.getByRole("row")).toHaveCount(2);
  await cell(page, "Nora Newcomer").click();
  const edit = dialog(page, "Edit User");
  await edit.getByRole("checkbox", { name: "editor" }).check();
  await edit.getByRole("button", { name: "Save" }).click();
  await toast(page, "Nora Newcomer updated successfully");
  await expect(page.getByRole("row").nth(1).getByRole("gridcell").nth(2)).toHaveText("editorviewer");

  // The guest's window shows the page, the menu and the permissions of an editor at once.
  await expect(guest.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(settings).toBeVisible();
  await expect(guest.getByRole("row").filter({ hasText: "nora@example.org" })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Invite User" })).toHaveCount(0);
  await expect(guest.getByRole("columnheader", { name: "Actions" })).toHaveCount(0);

  // An email address that is already used is rejected with the reason, and the input is kept.
  await cell(page, "Nora Newcomer").click();
  await edit.getByLabel("Email").fill(people.viewer.email);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toHaveText(`Another person has the email ${people.viewer.email}.`);
  await edit.getByRole("button", { name: "Cancel" }).click();

  await cell(page, "Nora Newcomer").click();
  await edit.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete user" });
  await expect(question).toContainText("Are you sure you want to delete this user?");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Nora Newcomer deleted successfully");
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
  await expect(guest).toHaveURL(/\/login\?return_to=%2Fsettings%2Fusers/);
  await guestContext.close();
});

test("SE-06 SE-07 SE-08 SE-09 SE-10 SE-11 SE-12 a team is created with its icon, members and tabs", async ({
  page,
}) => {
  await page.goto("/settings/teams/new");
  await expect(page.getByRole("combobox", { name: "Icon" })).toHaveValue("group");
  await page.getByRole("textbox", { name: "Name" }).first().fill("harbour crew");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await toast(page, "Team added successfully");
  await cell(page, "harbour crew").click();
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Members", "Job History"]);
  await page.getByRole("tab", { name: "Members" }).click();
  await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add Members" }).click();
  const add = dialog(page, "Add users to the team");
  for (const { name } of Object.values(people)) await expect(add.getByText(name, { exact: true })).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await add.getByRole("searchbox", { name: "Search users" }).fill("edith");
  await add.getByRole("checkbox", { name: /Edith Editor/ }).check();
  await add.getByRole("searchbox", { name: "Search users" }).fill("");
  await add.getByRole("checkbox", { name: /Rosa Responder/ }).check();
  await add.getByRole("button", { name: "Add 2 users" }).click();
  await toast(page, "Edith Editor, Rosa Responder added to the team successfully");

  const { rows } = await query(
    `select p.id, m.team_id, m.person_id from team_members m join people p on p.id = m.person_id
     join teams t on t.id = m.team_id where t.name = 'harbour crew' and p.email = $1`,
    [people.editor.email],
  );
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Id", "Actions"]);
  const edith = page.getByRole("row").filter({ hasText: people.editor.email });
  await expect(edith).toContainText(rows[0]!["person_id"]!);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove Edith Editor from the team" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Edith Editor removed from team successfully");
  await expect(edith).toHaveCount(0);
  await expect(cell(page, "Rosa Responder")).toBeVisible();
});

test("SE-13 SE-14 SE-15 SE-16 SE-17 SE-18 SE-19 SE-20 SE-21 SE-22 a permission is added, explained, edited and deleted", async ({
  page,
}) => {
  await query(
    `insert into permissions (action, object_selector, subject, subject_type, source)
     values ('read', '{"configs": [{"types": ["Kubernetes::Pod"], "tags": {"zone": "north"}}]}', 'guest', 'group', 'KubernetesCRD')`,
  );
  const { rows } = await query(
    "insert into canaries (name, namespace, spec, source) values ('fog horn', 'default', '{}', 'UI') returning id",
  );
  await query(
    "insert into permissions (action, canary_id, person_id) select 'check:run', $1, id from people where email = $2",
    [rows[0]!["id"], people.viewer.email],
  );
  await page.goto("/settings/permissions");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Subject",
    "Resource",
    "Action",
    "Effect",
    "Description",
    "Updated",
  ]);
  // The list also contains permissions that the form does not offer.
  await expect(cell(page, "Configs where tags is zone=north and types is Kubernetes::Pod")).toBeVisible();
  await expect(cell(page, "Role: guest")).toBeVisible();
  await expect(page.getByRole("link", { name: "fog horn" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Add Permission" }).click();
  const add = dialog(page, "Add Permission");
  const types = (name: string) => add.getByRole("radiogroup", { name }).getByRole("radio");
  await expect(types("Subject type")).toHaveCount(3);
  for (const name of ["Team", "Person", "Notification"])
    await expect(add.getByRole("radio", { name, exact: true })).toBeVisible();
  for (const name of ["Catalog", "Component", "Connection", "Playbook", "Global"])
    await expect(add.getByRole("radio", { name, exact: true })).toBeVisible();
  await add.getByRole("button", { name: "Save" }).click();
  await expect(add.getByText("This field is required")).toHaveCount(3);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  for (const [type, field] of [
    ["Component", "Component"],
    ["Connection", "Connection"],
    ["Playbook", "Playbook"],
    ["Global", "Global"],
  ] as const) {
    await add.getByRole("radio", { name: type }).check();
    await expect(add.getByRole("combobox", { name: field })).toHaveAttribute("aria-invalid", "true");
  }

  // Changing the type clears the selection.
  await add.getByRole("combobox", { name: "Global" }).selectOption("Connection");
  await add.getByRole("radio", { name: "Catalog" }).check();
  await add.getByRole("radio", { name: "Global" }).check();
  await expect(add.getByRole("combobox", { name: "Global" })).toHaveValue("");
  await add.getByRole("radio", { name: "Person" }).check();
  await add.getByRole("combobox", { name: "Person" }).fill("victor");
  await choose(page, /Victor Viewer/);
  await add.getByRole("combobox", { name: "Global" }).selectOption("Connection");
  await add.getByRole("combobox", { name: "Action" }).selectOption("read");
  await add.getByLabel("Description").fill("looks at connections");
  await add.getByRole("button", { name: "Save" }).click();
  await toast(page, "Permission added");
  const rule = page.getByRole("row").filter({ hasText: "looks at connections" });
  await expect(rule).toContainText("Victor Viewer");
  await expect(rule).toContainText("Connection");

  // The explanation changes when a rule denies the access.
  await page.getByRole("button", { name: "Explain access" }).click();
  const panel = dialog(page, "Explain access");
  const who = panel.getByRole("combobox", { name: "Person" });
  // The default is the current person, shown by name once the name is loaded.
  await expect(who).toHaveValue(people.admin.name);
  await who.fill("victor");
  await choose(page, /Victor Viewer/);
  await panel.getByLabel("Resource").selectOption("Connection");
  await expect(panel.getByText("Allowed", { exact: true })).toBeVisible();
  await expect(panel.getByRole("listitem")).toContainText(["looks at connections"]);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await panel.getByRole("button", { name: "Close" }).click();

  await cell(page, "looks at connections").click();
  const edit = dialog(page, "Edit Permission");
  await expect(edit.getByRole("combobox", { name: "Person" })).toHaveValue("Victor Viewer");
  await edit.getByRole("switch", { name: "Deny" }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await toast(page, "Permission updated");
  await expect(rule).toContainText("Deny");
  await page.getByRole("button", { name: "Explain access" }).click();
  // The default is the current person, shown by name once the name is loaded.
  await expect(who).toHaveValue(people.admin.name);
  await who.fill("victor");
  await choose(page, /Victor Viewer/);
  await panel.getByLabel("Resource").selectOption("Connection");
  await expect(panel.getByText("Denied", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();

  await page.getByRole("searchbox", { name: "Search permissions" }).fill("victor");
  await expect(page.getByRole("row")).toHaveCount(3);
  await cell(page, "looks at connections").click();
  await edit.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete the permission?");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Permission deleted");
  await expect(rule).toHaveCount(0);

  // The column Until appears once a permission has an end.
  await expect(page.getByRole("columnheader", { name: "Until" })).toHaveCount(0);
  await query("update permissions set until = now() + interval '1 day' where subject = 'guest'");
  await page.goto("/settings/permissions");
  await expect(page.getByRole("columnheader", { name: "Until" })).toBeVisible();
  await expect(page.getByText("in 23h", { exact: true }).first()).toBeVisible();

  // A rule from another source is read-only.
  await page.getByRole("searchbox", { name: "Search permissions" }).fill("guest");
  await cell(page, "Role: guest").click();
  await expect(edit.getByText("Managed by KubernetesCRD")).toBeVisible();
  await expect(edit.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test.describe("for a viewer", () => {
  test.use({ as: "viewer" });
  test("AC-14 permissions are readable, without controls to change them", async ({ page }) => {
    await page.goto("/settings/permissions");
    await expect(page.getByRole("heading", { level: 1, name: "Permissions" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Explain access" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Permission" })).toHaveCount(0);
  });
});

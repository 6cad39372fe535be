// Fills in parameters of every type using only the keyboard, first with a value outside the bounds.
import type { Locator, Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { seedPlaybook } from "./some-playbooks.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

/** Moves the focus with the keyboard. */
async function tabTo(page: Page, target: Locator, key = "Tab") {
  for (let presses = 0; presses < 120; presses += 1) {
    // The code editor is in a shadow tree.
    if (await target.evaluate((element) => (element.getRootNode() as Document).activeElement === element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

interface TypedField {
  parameter: { name: string; label: string; type?: string; properties?: object };
  wrong: string;
  problem: string;
  right: string;
}

const typed: readonly TypedField[] = [
  {
    parameter: { name: "hail", label: "Hail", properties: { minLength: 3, maxLength: 6, regex: "[a-z]+" } },
    wrong: "ab",
    problem: "This field must have at least 3 characters",
    right: "ahoy",
  },
  {
    parameter: { name: "bearing", label: "Bearing", properties: { format: "number", min: 1, max: 360 } },
    wrong: "400",
    problem: "This field must be at most 360",
    right: "90",
  },
  {
    parameter: { name: "host", label: "Host", properties: { format: "dns1123" } },
    wrong: "Web_1",
    problem: "This field must be a DNS name",
    right: "web-1",
  },
  {
    parameter: { name: "log", label: "Log", properties: { multiline: true, maxLength: 10 } },
    wrong: "much too long",
    problem: "This field must have at most 10 characters",
    right: "calm",
  },
  {
    parameter: { name: "cpu", label: "Processor", type: "millicores", properties: { min: "100m", max: "500m" } },
    wrong: "50",
    problem: "This field must be at least 100m",
    right: "250",
  },
  {
    parameter: { name: "memory", label: "Memory", type: "bytes", properties: { min: "64Mi", max: "1Gi" } },
    wrong: "2000",
    problem: "This field must be at most 1Gi",
    right: "512",
  },
  {
    parameter: { name: "wait", label: "Wait", type: "duration", properties: { max: "1h" } },
    wrong: "2h",
    problem: "This field must be at most 1h",
    right: "30m",
  },
  {
    parameter: { name: "password", label: "Password", type: "secret", properties: { minLength: 8 } },
    wrong: "short",
    problem: "This field must have at least 8 characters",
    right: "long-enough",
  },
  {
    parameter: { name: "hulls", label: "Items", type: "configs" },
    wrong: "{}",
    problem: "This field must select something",
    right: "name: bumboat",
  },
];

const chosen = [
  { name: "mate", label: "Mate", type: "people" },
  { name: "watch", label: "Watch", type: "team" },
  { name: "hull", label: "Hull", type: "config" },
  { name: "ship", label: "Ship", type: "component" },
  { name: "signal", label: "Signal", type: "check" },
] as const;

test("PB-15 PB-16 every type of parameter is filled in with the keyboard, and its bounds are checked", async ({
  page,
}) => {
  const item = await seedItem("bumboat");
  const { ids } = await makeFleet("bumboat");
  const { rows: persons } = await query("select id from people where email = $1", [people.editor.email]);
  const { rows: teams } = await query(
    "insert into teams (name, icon, created_by) values ('Dog watch', 'group', $1) returning id",
    [persons[0]!["id"]],
  );
  const { id } = await seedPlaybook("Provision the bumboat", {
    spec: {
      parameters: [
        ...typed.map(({ parameter }) => ({ ...parameter, required: true })),
        { name: "side", label: "Side", type: "list", required: true, properties: { options: ["port", "starboard"] } },
        { name: "quiet", label: "Quiet", type: "checkbox" },
        ...chosen.map((parameter) => ({ ...parameter, required: true })),
        { name: "chart", label: "Chart", type: "code", required: true, properties: { maxLength: 12 } },
      ],
      actions: [
        { name: "Log", exec: { env: [{ name: "HAIL", value: "{{.params.hail}}" }], script: 'echo "heard $HAIL"' } },
      ],
    },
  });
  await page.goto(`/playbooks?run=${id}`);
  const dialog = page.getByRole("dialog", { name: "Provision the bumboat" });
  const run = dialog.getByRole("button", { name: "Run", exact: true });
  await expect(dialog.getByLabel(/^Hail/)).toBeVisible();

  for (const { parameter, wrong, problem, right } of typed) {
    const field = dialog.getByLabel(new RegExp(`^${parameter.label}`));
    await tabTo(page, field);
    await page.keyboard.type(wrong);
    await page.keyboard.press("Tab");
    await expect(dialog.getByText(problem), parameter.label).toBeVisible();
    await tabTo(page, field, "Shift+Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(right);
    await expect(dialog.getByText(problem), parameter.label).toBeHidden();
  }
  await tabTo(page, dialog.getByLabel(/^Side/));
  await page.keyboard.type("st");
  await tabTo(page, dialog.getByRole("switch", { name: "Quiet" }));
  await page.keyboard.press("Space");

  const words = { mate: "Edith", watch: "Dog watch", hull: "bumboat", ship: "bumboat-tug", signal: "bumboat answers" };
  const names = {
    mate: people.editor.name,
    watch: "Dog watch",
    hull: "bumboat",
    ship: "bumboat-tug",
    signal: "bumboat answers",
  };
  for (const { name, label } of chosen) {
    const field = dialog.getByLabel(new RegExp(`^${label}`));
    await tabTo(page, field);
    await page.keyboard.type(words[name]);
    // The list shows everybody until the search for the typed text ends.
    await expect(page.getByRole("option").first()).toContainText(names[name]);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(names[name]);
  }
  await expect(run).toHaveAttribute("aria-disabled", "true");
  const code = dialog.locator(".cm-content");
  await tabTo(page, code);
  await page.keyboard.type("north: far away");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(dialog.getByText("This field must have at most 12 characters")).toBeVisible();
  await tabTo(page, code, "Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("north: near");
  await page.keyboard.press("Escape");
  await expect(run).toHaveAttribute("aria-disabled", "false");
  await tabTo(page, run);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
  await expect(page.getByRole("log", { name: "Output" })).toContainText("heard ahoy");
  const { rows } = await query("select parameters from playbook_runs where playbook_id = $1", [id]);
  const { hulls, ...others } = rows[0]!["parameters"] as unknown as Record<string, string>;
  expect(others).toEqual({
    hail: "ahoy",
    bearing: "90",
    host: "web-1",
    log: "calm",
    cpu: "250m",
    memory: "512Mi",
    wait: "30m",
    password: "***",
    side: "starboard",
    quiet: "true",
    mate: persons[0]!["id"],
    watch: teams[0]!["id"],
    hull: item.id,
    ship: ids.tug,
    signal: item.check,
    chart: "north: near",
  });
  // The run stores the items that the selector found for the person who started it.
  expect(JSON.parse(hulls!)).toEqual([{ id: item.id }]);
});

test("PB-15 a code editor marks text that does not fit its JSON schema", async ({ page }) => {
  const properties = { jsonSchemaUrl: "/api/schemas/canary.spec.schema.json" };
  const parameters = [{ name: "rounds", label: "Rounds", type: "code", properties }];
  const { id } = await seedPlaybook("Plan the rounds", { spec: { parameters } });
  await page.goto(`/playbooks?run=${id}`);
  const editor = page.getByRole("dialog", { name: "Plan the rounds" }).getByRole("figure", { name: "Rounds" });
  await editor.locator(".cm-content").click();
  await page.keyboard.type("intervall: 30");
  await expect(editor.getByRole("status")).toContainText("intervall");
});

test("PB-20 code editors have five sizes, and the largest one fills the window", async ({ page }) => {
  const sizes = ["very-small", "small", "medium", "large"] as const;
  const code = (size: string) => ({ name: size, label: size, type: "code", properties: { size } });
  const { id } = await seedPlaybook("Draw charts", { spec: { parameters: sizes.map(code) } });
  await page.goto(`/playbooks?run=${id}`);
  const dialog = page.getByRole("dialog", { name: "Draw charts" });
  const heights: number[] = [];
  for (const size of sizes) {
    const editor = dialog.getByRole("figure", { name: size, exact: true });
    await expect(editor.locator(".cm-content")).toBeVisible();
    heights.push((await editor.boundingBox())!.height);
  }
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(new Set(heights).size).toBe(4);
  const before = (await dialog.boundingBox())!.width;

  const { id: full } = await seedPlaybook("Draw a large chart", { spec: { parameters: [code("full")] } });
  await page.goto(`/playbooks?run=${full}`);
  const wide = page.getByRole("dialog", { name: "Draw a large chart" });
  await expect(wide).toHaveAttribute("data-size", "full");
  await expect(wide.locator(".cm-content")).toBeVisible();
  expect((await wide.boundingBox())!.width).toBeGreaterThan(before);
});

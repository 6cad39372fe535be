// Tests the results of a run: its files and their downloads, and rerunning it. Also tests playbooks on the page of a
// component.
import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { startReceiver } from "./a-receiver.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { seedAction, seedPlaybook, seedRun } from "./some-playbooks.ts";

test.use({ as: "editor", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const output = (page: Page) => page.getByRole("log", { name: "Output" });
const textOf = async (file: Download) => readFileSync(await file.path(), "utf8");

async function downloaded(page: Page, start: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), start()]);
  return file;
}

test("the files and the output of an action are shown by their type, and can be downloaded", async ({ page }) => {
  const script = [
    "printf '# Soundings\\n\\n**12** fathoms\\n' > soundings.md",
    "printf '{\"depth\": 12}' > soundings.json",
    "head -c 2000 /dev/zero > chart.bin",
    "for i in $(seq 1 300); do printf 'cast %s\\n' $i; done",
    "printf '\\033[32mdone\\033[0m\\n'",
  ].join("\n");
  const { id } = await seedPlaybook("Sound the channel", {
    spec: {
      actions: [
        {
          name: "Sound",
          exec: {
            script: `# gotemplate: left-delim=[% right-delim=%]\n${script}`,
            artifacts: [{ path: "soundings.*" }, { path: "chart.bin" }],
          },
        },
      ],
    },
  });
  await page.goto(`/playbooks?run=${id}`);
  await page
    .getByRole("dialog", { name: "Sound the channel" })
    .getByRole("button", { name: "Run", exact: true })
    .click();
  await expect(page.getByRole("region", { name: "Sound" })).toContainText("Completed");

  // The page shows the end of the output if it followed the run, else its start; the file has the whole output.
  await expect(output(page)).toContainText("cast");
  const log = await downloaded(page, () => page.getByRole("link", { name: "Download", exact: true }).click());
  expect((await textOf(log)).trim().split("\n")).toHaveLength(301);
  expect(await textOf(log)).toContain("cast 300\n");

  await page.getByRole("tab", { name: "soundings.md" }).click();
  await expect(page.getByRole("tabpanel").getByRole("heading", { name: "Soundings" })).toBeVisible();
  await expect(page.getByRole("tabpanel").locator("strong")).toHaveText("12");
  const markdown = await downloaded(page, () => page.getByRole("link", { name: "Download soundings.md" }).click());
  expect(await textOf(markdown)).toBe("# Soundings\n\n**12** fathoms\n");
  expect(markdown.suggestedFilename()).toBe("soundings.md");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("tab", { name: "soundings.json" }).click();
  await expect(page.getByRole("tabpanel")).toContainText('"depth"');
  await page.getByRole("tab", { name: "chart.bin" }).click();
  await expect(page.getByText("Files of this type can only be downloaded.")).toBeVisible();
  const binary = await downloaded(page, () => page.getByRole("link", { name: "Download chart.bin" }).click());
  expect(readFileSync(await binary.path())).toHaveLength(2000);
});

test("a run is repeated with the same parameters, or with others", async ({ page }) => {
  const { id } = await seedPlaybook("Set the watch", {
    spec: {
      parameters: [
        { name: "watch", label: "Watch", required: true },
        { name: "word", label: "Password", type: "secret", required: true },
      ],
      actions: [
        { name: "Set", exec: { env: [{ name: "WATCH", value: "{{.params.watch}}" }], script: 'echo "set $WATCH"' } },
      ],
    },
  });
  const form = page.getByRole("dialog", { name: "Set the watch" });
  await page.goto(`/playbooks?run=${id}`);
  await form.getByLabel(/^Watch/).fill("first watch");
  await form.getByLabel(/^Password/).fill("oakum");
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await expect(output(page)).toContainText("set first watch");
  await expect(page.getByRole("region", { name: "Set" })).toContainText("Completed");
  const first = new URL(page.url()).pathname;

  // The form has the values of the run, except for the secret.
  await page.getByRole("button", { name: "Rerun", exact: true }).click();
  await expect(form.getByLabel(/^Watch/)).toHaveValue("first watch");
  await expect(form.getByLabel(/^Password/)).toHaveValue("");
  await form.getByLabel(/^Watch/).fill("dog watch");
  await form.getByLabel(/^Password/).fill("oakum");
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await expect(output(page)).toContainText("set dog watch");
  const second = new URL(page.url()).pathname;
  expect(second).not.toBe(first);

  await page.goto(first);
  await page.getByRole("button", { name: "More about this run" }).click();
  await page.getByRole("menuitem", { name: "Rerun unchanged" }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await expect(output(page)).toContainText("set first watch");
  await expect(page.getByRole("region", { name: "Set" })).toContainText("Completed");
  const { rows } = await query(
    `select r.parameters ->> 'watch' as watch, r.status, p.email
     from   playbook_runs r join people p on p.id = r.created_by where r.playbook_id = $1 order by r.created_at`,
    [id],
  );
  const run = { status: "completed", email: people.editor.email };
  expect(rows).toEqual(["first watch", "dog watch", "first watch"].map((watch) => ({ watch, ...run })));
});

test("a playbook runs for a component, and the Playbooks panel of the component lists its runs", async ({ page }) => {
  const { word, ids } = await makeFleet("clipper");
  await seedPlaybook("Careen the clipper", {
    spec: {
      components: [{ name: `${word}-tug` }],
      actions: [{ name: "Careen", exec: { script: "echo careened {{.component.name}}" } }],
    },
  });
  await page.goto(`/topology/${ids.tug}?panel=playbooks`);
  const panel = page.getByRole("region", { name: "Playbooks", exact: true });
  await expect(panel.getByText("No playbook has run for this resource.")).toBeVisible();
  await page.getByRole("button", { name: "Run a playbook" }).click();
  await page.getByRole("menuitem", { name: "Careen the clipper" }).click();
  const form = page.getByRole("dialog", { name: "Careen the clipper" });
  await expect(form.getByRole("link", { name: `${word}-tug` })).toBeVisible();
  await expect(form.getByRole("region", { name: "Plan" })).toContainText(`echo careened ${word}-tug`);
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await expect(output(page)).toContainText(`careened ${word}-tug`);
  await expect(page.getByRole("region", { name: "Careen" })).toContainText("Completed");
  const run = new URL(page.url()).pathname;

  await page.goto(`/topology/${ids.tug}?panel=playbooks`);
  const entry = panel.getByRole("list", { name: "Runs" }).getByRole("link", { name: /Careen the clipper/ });
  await expect(entry).toContainText("Completed");
  expect(await axeFindings(page)).toEqual([]);
  // The panel shows a new run without a reload.
  await query(
    "insert into playbook_runs (playbook_id, status, component_id) select playbook_id, 'failed', component_id from playbook_runs where id = $1",
    [run.split("/").at(-1)],
  );
  await expect(entry).toHaveCount(2);
  await entry.filter({ hasText: "Completed" }).click();
  await expect(page).toHaveURL(new RegExp(run));

  // No playbook fits the other components.
  await page.goto(`/topology/${ids.fleet}`);
  await expect(page.getByRole("button", { name: /^Playbooks/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run a playbook" })).toHaveCount(0);
});

test("PB-14 a script and a request run one after another, and each result is shown by its kind", async ({ page }) => {
  const receiver = await startReceiver();
  const { id } = await seedPlaybook("Inspect the ship", {
    spec: {
      actions: [
        { name: "Look", exec: { script: "echo all is well" } },
        { name: "Ask", http: { url: receiver.url, method: "POST", body: "how deep?" } },
      ],
    },
  });
  await page.goto(`/playbooks?run=${id}`);
  const form = page.getByRole("dialog", { name: "Inspect the ship" });
  await expect(form.getByRole("region", { name: "Plan" })).toContainText("how deep?");
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "Ask" })).toContainText("Completed");
  await expect(page.getByRole("tabpanel")).toContainText("thanks");
  expect(receiver.bodies).toEqual(["how deep?"]);
  await page.getByRole("tab", { name: "Response" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("200");
  await page.getByRole("navigation", { name: "Actions" }).getByRole("button", { name: /Look/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("all is well");
  const { rows } = await query("select status from playbook_runs where playbook_id = $1", [id]);
  expect(rows).toEqual([{ status: "completed" }]);
  await receiver.stop();
});

test("the page of a run lists the runs that its actions started, and opens them", async ({ page }) => {
  const { id } = await seedPlaybook("Fit out the ship");
  const { id: other } = await seedPlaybook("Rig the mast");
  const run = await seedRun(id, { status: "failed", spec: { actions: [{ name: "Rigging", ai: {} }] } });
  const action = await seedAction(run, { name: "Rigging", status: "completed", result: { count: 1 } });
  const child = await seedRun(other, { status: "failed", error: "no rope" });
  await query("update playbook_runs set parent_id = $2, parent_action_id = $3 where id = $1", [child, run, action]);
  await page.goto(`/playbooks/runs/${run}`);
  const entry = page.getByRole("navigation", { name: "Actions" }).getByRole("link", { name: /Rig the mast/ });
  await expect(entry).toContainText("Failed");
  await entry.click();
  await expect(page).toHaveURL(new RegExp(child));
  await expect(page.getByRole("heading", { level: 1, name: "Rig the mast" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Actions" })).toContainText("no rope");
});

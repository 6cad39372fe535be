// Tests the exported file of an incident: it opens offline without a request, and shows the times from the database.
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { makeYard } from "./a-yard.ts";
import { query } from "./accounts.ts";
import { seedCheck, seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

/** The time this number of minutes before the current minute; the same for all statements. */
const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
const ago = (minutes: number) => new Date(thisMinute - minutes * 60_000);

/** An incident from 60 to 20 minutes ago, whose check failed from 65 to 20 minutes ago, after a change 70 minutes ago. */
async function seedStory() {
  const { word, ids } = await makeYard("drydock");
  const check = await seedCheck("drydock answers", "healthy");
  await query(
    `insert into check_statuses (check_id, time, status)
     select $1, t, t < $2 or t >= $3
     from   generate_series($4::timestamptz, $5::timestamptz, interval '1 minute') t`,
    [check, ago(65), ago(20), ago(110), ago(0)],
  );
  await query(
    `insert into config_changes (config_id, change_type, summary, severity, source, created_at, first_observed)
     values ($1, 'diff', 'gate v2', 'high', 'kubectl', $2, $2)`,
    [ids.lock, ago(70)],
  );
  const { id, root, number } = await seedIncident({ title: "drydock # flooded" });
  await seedEvidence(root, { type: "check", column: "check_id", id: check });
  await seedEvidence(root, { type: "config", column: "config_id", id: ids.lock });
  await query(
    "insert into comments (incident_id, comment, created_by) select $1, 'the pump is **off**', created_by from incidents where id = $1",
    [id],
  );
  await query(
    `update incidents set description = $5, status = 'resolved', created_at = $2, acknowledged = $3, resolved = $4 where id = $1`,
    [id, ago(60), ago(50), ago(20), "Water.\n# Not a heading"],
  );
  await query(
    "update incident_histories set created_at = $2 where incident_id = $1 and type = 'incident.status_updated'",
    [id, ago(20)],
  );
  return { id, number, lock: `${word}-lock` };
}

/** The times of an incident as the post-mortem prints them, from the database. */
async function storedTimes(id: string) {
  const print = (column: string) =>
    `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as ${column}`;
  const { rows } = await query(
    `select ${["created_at", "acknowledged", "resolved"].map(print).join(", ")} from incidents where id = $1`,
    [id],
  );
  const { rows: steps } = await query(
    `select ${print("created_at")} from incident_histories where incident_id = $1 and type = 'incident.status_updated'`,
    [id],
  );
  return { ...rows[0]!, status: steps[0]!["created_at"]! } as Record<
    "created_at" | "acknowledged" | "resolved" | "status",
    string
  >;
}

/** Checks the times and the headings of a post-mortem. */
async function expectTrue(page: Page, { id, lock }: { id: string; lock: string }) {
  const times = await storedTimes(id);
  const lines = [
    `Started: ${times.created_at}`,
    `Acknowledged: ${times.acknowledged}, after 10m`,
    `Resolved: ${times.resolved}, after 40m`,
    `${times.status} Administrator marked the incident as resolved`,
  ];
  for (const line of lines) await expect(page.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  const utc = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  for (const line of [
    `${utc(ago(70))} Change of ${lock}: gate v2`,
    `${utc(ago(65))} The check drydock answers became unhealthy`,
    `${utc(ago(20))} The check drydock answers became healthy`,
  ])
    await expect(page.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  await expect(page.getByText("45m down, uptime 0.0% during the incident")).toBeVisible();
  await expect(page.getByText("Water. # Not a heading")).not.toHaveCount(0);
}

test("the exported HTML opens offline without a request; the timeline, the replay and the post-mortem show the actual times", async ({
  page,
  browser,
}, testInfo) => {
  const story = await seedStory();
  await page.goto(`/incidents/${story.id}?tab=postmortem`);
  await expectTrue(page, story);

  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^One HTML file/ }).click();
  const file = testInfo.outputPath("incident.html");
  await (await download).saveAs(file);

  const offline = await browser.newContext({ offline: true });
  const requests: string[] = [];
  const complaints: string[] = [];
  offline.on("request", (request) => requests.push(request.url()));
  offline.on("console", (message) => complaints.push(message.text()));
  offline.on("weberror", (error) => complaints.push(error.error().message));
  const saved = await offline.newPage();
  const address = pathToFileURL(file).href;
  await saved.goto(address);
  await expect(saved.getByRole("heading", { level: 1 })).toHaveText(`${story.number}: drydock # flooded`);
  await expectTrue(saved, story);
  await expect(saved.getByRole("heading", { name: "Not a heading" })).toHaveCount(0);
  await expect(saved.getByRole("row").filter({ hasText: "the pump is **off**" })).toBeVisible();
  await expect(saved.getByRole("row").filter({ hasText: "marked the incident as resolved" })).toBeVisible();

  const slider = saved.getByRole("slider", { name: "Time" });
  const lane = saved
    .getByRole("row")
    .filter({ hasText: "drydock answers" })
    .filter({ has: saved.locator(".bar") });
  const change = saved.getByRole("row").filter({ hasText: "gate v2" });
  for (const [minutes, health, isLater] of [
    [90, "healthy", true],
    [50, "unhealthy", false],
    [10, "healthy", false],
  ] as const) {
    await slider.fill(String(ago(minutes).getTime()));
    await expect(saved.getByRole("status")).toHaveText(
      `${ago(minutes).toISOString().slice(0, 16).replace("T", " ")} UTC`,
    );
    await expect(lane.locator(".now")).toHaveText(health);
    await expect(change).toHaveClass(isLater ? /\blater\b/ : /^change$/);
  }
  // The slider also follows the keyboard.
  await slider.press("Home");
  await expect(saved.getByRole("status")).toHaveText(`${ago(120).toISOString().slice(0, 16).replace("T", " ")} UTC`);
  expect(requests).toEqual([address]);
  expect(complaints).toEqual([]);
  await offline.close();
});

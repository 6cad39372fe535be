// Tests incidents outside of their page: suggestions, log lines, the bell and the palette.
import { type LogProduct, secondsAgo, startLogProduct } from "./a-log.ts";
import { makeYard } from "./a-yard.ts";
import { query, someone } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck, seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, stateOf, test } from "./journey.ts";
import { asPerson } from "./second-person.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

test("the section “Suggested” lists the cause and the change just before the failure; one click attaches a hypothesis with its evidence", async ({
  page,
}) => {
  const { word, ids } = await makeYard("breakwater");
  const check = await seedCheck("breakwater answers");
  await query("update checks set last_transition_time = now() where id = $1", [check]);
  await query(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
     select $1, id, canary_id, 'rule' from checks where id = $2`,
    [ids.winch, check],
  );
  await query(
    `insert into config_changes (config_id, change_type, summary, source, created_at, first_observed)
     values ($1, 'diff', 'rope v2', 'kubectl', now() - interval '5 minutes', now() - interval '5 minutes')`,
    [ids.winch],
  );
  const { id, root, title } = await seedIncident({ title: "breakwater breached" });
  await seedEvidence(root, { type: "check", column: "check_id", id: check });
  await page.goto(`/incidents/${id}`);
  const suggested = page.getByRole("region", { name: "Suggested" });
  const more = suggested.getByRole("button", { name: /^Show \d+ more$/ });
  await expect(suggested.getByRole("listitem").first()).toBeVisible();
  if (await more.isVisible()) await more.click();
  expect(await axeFindings(page)).toEqual([]);

  const cause = `${word}-winch is unhealthy`;
  const change = `${word}-winch: rope v2`;
  const tree = page.getByRole("list", { name: "Hypotheses" });
  for (const each of [cause, change]) {
    await suggested.getByRole("button", { name: `Attach ${each}` }).click();
    await expect(tree.getByRole("list", { name: `Below ${title}` })).toContainText(each);
    await expect(suggested.getByRole("button", { name: `Attach ${each}` })).toHaveCount(0);
  }
  const { rows } = await query(
    `select h.title, h.type, h.status, h.parent_id, e.type as kind, e.config_id, c.summary
     from   hypotheses h join evidences e on e.hypothesis_id = h.id left join config_changes c on c.id = e.config_change_id
     where  h.incident_id = $1 and h.type = 'factor' order by h.created_at`,
    [id],
  );
  const factor = { type: "factor", status: "possible", parent_id: root, config_id: ids.winch };
  expect(rows).toEqual([
    { ...factor, title: cause, kind: "config", summary: null },
    { ...factor, title: change, kind: "config_change", summary: "rope v2" },
  ]);
});

test.describe("with a log backend", () => {
  test.use({ as: undefined });
  let deck: LogProduct;
  test.beforeAll(async () => {
    deck = await startLogProduct();
  });
  test.afterAll(() => deck.stop());

  test("selected log lines are attached as evidence of a new incident, and shown on its page", async ({ page }) => {
    deck.write("shop.log", [
      `${secondsAgo(50)} INFO order 1 paid`,
      `${secondsAgo(40)} ERROR order 2 lost`,
      `${secondsAgo(30)} ERROR order 3 lost`,
      `${secondsAgo(20)} INFO order 4 paid`,
    ]);
    const backend = await deck.backend("Till files", {
      backends: [{ file: { path: [deck.path("shop.log")], routes: [{ type: "Shop" }] } }],
    });
    await page.context().addCookies((await stateOf("admin", deck)).cookies);
    await page.context().addInitScript(() => {
      if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
    });
    await page.goto(`${deck.url}/logs?backend=${backend}&query=lost&range=now-1h`);
    const lines = page.getByRole("grid", { name: "Log lines" }).locator("[data-line]");
    await expect(lines).toHaveCount(2);
    for (const line of await lines.all()) {
      await line.hover();
      await line.getByRole("checkbox").click();
    }
    await expect(page.getByText("2 of 2 selected")).toBeVisible();
    await page.getByRole("button", { name: "Attach as Evidence" }).click();
    const dialog = page.getByRole("dialog", { name: "Link to Incident" });
    await dialog.getByRole("combobox", { name: "Incident", exact: true }).fill("orders are lost");
    await page.getByRole("option", { name: /^orders are lost ?New incident$/ }).click();
    await dialog.getByRole("button", { name: "Link", exact: true }).click();
    await expect(page.getByText("Linked to incident successfully")).toBeVisible();
    // Linking the lines ends their selection.
    await expect(page.getByText("2 of 2 selected")).toHaveCount(0);
    await page.getByRole("button", { name: "Open incident" }).click();
    const shown = page.getByRole("group", { name: "Log lines" }).getByRole("row");
    await expect(shown).toContainText(["order 2 lost", "order 3 lost"]);
    await expect(page.getByRole("group", { name: "Log lines" })).not.toContainText("paid");
    expect(await axeFindings(page)).toEqual([]);

    // The attached lines stay after the log file is deleted.
    deck.write("shop.log", []);
    await page.reload();
    await expect(shown).toContainText(["order 2 lost", "order 3 lost"]);
  });
});

test("the bell counts the open incidents that concern a person, and lists them above the notifications", async ({
  page: admin,
}) => {
  const email = await someone("lena-lookout", "responder");
  const { rows: found } = await query("select id from people where email = $1", [email]);
  const person = found[0]!["id"]!;
  const [led, called, mentioned, other] = [
    await seedIncident({ title: "lookout led" }),
    await seedIncident({ title: "lookout called" }),
    await seedIncident({ title: "lookout mentioned" }),
    await seedIncident({ title: "lookout of others" }),
  ];
  await asPerson(admin, email, async (page) => {
    await page.goto("/incidents");
    const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
    await expect(bell).not.toHaveAccessibleName(/of yours/);

    // The number is updated without a reload.
    await query("update incidents set commander_id = $2 where id = $1", [led.id, person]);
    await expect(bell).toHaveAccessibleName(/, 1 incident of yours/);
    await query("insert into responders (incident_id, type, person_id, created_by) values ($1, 'person', $2, $2)", [
      called.id,
      person,
    ]);
    await query("insert into comments (incident_id, comment, created_by) values ($1, $2, $3)", [
      mentioned.id,
      `ask @[Lena](user:${person})`,
      person,
    ]);
    await expect(bell).toHaveAccessibleName(/, 3 incidents of yours/);

    await bell.click();
    const mine = page.getByRole("region", { name: "Your Open Incidents" });
    await expect(mine.getByRole("link")).toHaveText([
      new RegExp(`${mentioned.number}.*You are mentioned`),
      new RegExp(`${called.number}.*You are a responder`),
      new RegExp(`${led.number}.*You are the commander`),
    ]);
    await expect(mine).not.toContainText(other.title);
    expect(await axeFindings(page)).toEqual([]);

    await query("update incidents set status = 'resolved' where id = $1", [mentioned.id]);
    await expect(mine.getByRole("link")).toHaveCount(2);
    await mine.getByRole("link", { name: /lookout called/ }).click();
    await expect(page).toHaveURL(`/incidents/${called.id}`);
  });
});

test("the palette finds an incident by words of its title, and opens the form for a new incident", async ({ page }) => {
  const { id, number } = await seedIncident({ title: "capstan seized", severity: "high" });
  await page.goto("/health");
  const box = page.getByRole("combobox", { name: "Search pages, actions and resources" });
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await box.fill("capstan sei");
  const option = page.getByRole("option", { name: /capstan seized/ });
  await expect(option).toContainText(`${number} · Open · High`);
  await option.click();
  await expect(page).toHaveURL(`/incidents/${id}`);
  await expect(page.getByRole("heading", { name: "capstan seized" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await box.fill("Create incident");
  await page.getByRole("option", { name: "Create incident" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Incident" })).toBeVisible();
});

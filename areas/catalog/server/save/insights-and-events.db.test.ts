import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { agentId, item, none, countsOfType, openSaving, foundStream } from "#tests/support/saved-things.ts";
import type { FoundChange, FoundInsight } from "../scrape/found.ts";
import { previewSave } from "./preview-save.ts";

const { ask, heard, scraper, system } = await openSaving(await testDatabase());

describe("insights", () => {
  const insight: FoundInsight = {
    analyzer: "CVE-1",
    type: "security",
    severity: "High",
    summary: "a hole",
    message: "mend it",
  };
  const insightsOf = (id: string) =>
    ask(
      "select a.analyzer, a.analysis_type, a.severity, a.status, a.message from config_analysis a join config_items i on i.id = a.config_id where a.scraper_id = $1 order by a.analyzer",
      [id],
    );

  test("insights are opened, observed again, and resolved when they are no longer found; silenced insights stay silenced", async () => {
    const source = await scraper();
    const found = [item("a", {}, { insights: [insight, { analyzer: "other", type: "technicalDebt" }] })];
    expect((await source.run(found)).summary.insights).toEqual({ opened: 2, observed: 0, resolved: 0, orphaned: 0 });
    expect(await insightsOf(source.id)).toEqual([
      { analyzer: "CVE-1", analysis_type: "security", severity: "high", status: "open", message: "mend it" },
      { analyzer: "other", analysis_type: "technical_debt", severity: null, status: "open", message: null },
    ]);
    await ask("update config_analysis set status = 'silenced' where scraper_id = $1 and analyzer = 'other'", [
      source.id,
    ]);
    expect((await source.run(found)).summary.insights).toEqual({ opened: 0, observed: 2, resolved: 0, orphaned: 0 });
    await ask("update config_analysis set last_observed = now() - interval '3 days' where scraper_id = $1", [
      source.id,
    ]);
    // A run with errors does not resolve insights.
    await source.run([item("a"), { kind: "error", error: "x" }]);
    expect((await source.run([item("a")], { retention: { staleAnalysisAge: "keep" } })).summary.insights.resolved).toBe(
      0,
    );
    expect((await source.run([item("a")])).summary.insights.resolved).toBe(1);
    expect((await insightsOf(source.id)).map(({ status }) => status)).toEqual(["resolved", "silenced"]);
    expect((await source.run(found)).summary.insights).toEqual({ opened: 1, observed: 1, resolved: 0, orphaned: 0 });
    expect((await insightsOf(source.id)).map(({ status }) => status)).toEqual(["open", "silenced"]);
  });

  test("insights about items that are not in the catalog are counted and listed", async () => {
    const source = await scraper();
    const about = (externalId: string): FoundInsight => ({ ...insight, of: { externalId, type: "Test::Thing" } });
    const news = (...insights: FoundInsight[]) => ({ kind: "news" as const, news: { changes: [], insights } });
    // The item is found after its insight.
    const { summary, errors } = await source.run([news(about("a"), about("missing")), item("a")]);
    expect(errors).toEqual([]);
    expect(summary.insights).toEqual({ opened: 1, observed: 0, resolved: 0, orphaned: 1 });
    expect(summary.orphaned_insights).toEqual([
      {
        external_id: "missing",
        config_type: "Test::Thing",
        scraper_id: null,
        analyzer: "CVE-1",
        analysis_type: "security",
        severity: "High",
        source: null,
        summary: "a hole",
      },
    ]);
    expect(summary.warnings).toEqual([
      {
        error: 'An insight from CVE-1 is not stored: the catalog has no item "missing" of type Test::Thing.',
        count: 1,
      },
    ]);
    // Insights are not counted as changes.
    expect(summary.config_types["Test::Thing"]!.change).toBeUndefined();
    const many = await source.run([item("a"), news(...Array.from({ length: 120 }, (_, n) => about(`missing ${n}`)))]);
    expect(many.summary.orphaned_insights).toHaveLength(50);
    expect(many.summary.insights.orphaned).toBe(120);
  });
});

describe("events", () => {
  test("events report new, changed, healthier, less healthy and deleted items, but not the items of the first run", async () => {
    const source = await scraper();
    const events = async () => {
      await until(async () => (await system.jobs.counts()).every(({ pending, active }) => pending + active === 0));
      return heard
        .splice(0)
        .map(({ name }) => name)
        .sort();
    };
    await events();
    await source.run([item("a", { n: 1 }, { health: "healthy" }), item("b", {}, { health: "unhealthy" })]);
    expect(await events()).toEqual(["config.unhealthy"]);
    await source.run([
      item("a", { n: 2 }, { health: "warning", changes: [change("x")] }),
      item("c", {}, { health: "healthy" }),
    ]);
    expect(await events()).toEqual([
      "config.changed",
      "config.created",
      "config.deleted",
      "config.updated",
      "config.warning",
    ]);
    await source.run([
      item("a", { n: 2 }, { health: "warning", changes: [change("x")] }),
      item("c", {}, { health: "healthy" }),
    ]);
    expect(await events()).toEqual([]);
  });
  const change = (externalId: string): FoundChange => ({ externalId, type: "Deployed" });
});

describe("previewSave", () => {
  test("previews a save: returns the result and rolls the transaction back", async () => {
    const source = await scraper();
    await source.run([item("a", { n: 1 }), item("b")]);
    const tables = ["config_items", "config_changes", "config_relationships", "config_references", "config_sightings"];
    const all = async () => {
      const rows = [];
      for (const table of tables)
        rows.push(await ask(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`));
      return rows;
    };
    const before = await all();
    const found = [item("a", { n: 2 }), item("c", {}, { parents: [{ externalId: "a" }] })];
    const signal = new AbortController().signal;
    const seen = await previewSave(system, foundStream(found), {
      scraper: { id: source.id, agentId },
      isWhole: true,
      signal,
    });
    expect(seen.items.map(({ action, name }) => [action, name])).toEqual([
      ["updated", "a"],
      ["added", "c"],
      ["deleted", "b"],
    ]);
    expect(seen.changes).toMatchObject([{ action: "added", config_name: "a", summary: "n", patches: { n: 2 } }]);
    expect(seen.relationships).toMatchObject([{ config_name: "a", related_name: "c", relation: "hard", is_new: true }]);
    expect(countsOfType(seen.saved)).toEqual({ ...none, added: 1, updated: 1, deleted: 1, changes: 1 });
    expect(await all()).toEqual(before);
    const some = await previewSave(system, foundStream(found), {
      scraper: { agentId },
      isWhole: true,
      signal,
      maxItems: 1,
    });
    expect(some).toMatchObject({ isCut: true, items: [{ action: "added", name: "a" }] });
    expect(await all()).toEqual(before);
  });
});

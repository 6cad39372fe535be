import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import "#console/widgets/console-icons.ts";
import { everyColumn, everyRow, everything } from "#tests/console/a-view.ts";
import { draw } from "#tests/console/draw.ts";
import { columnTypes } from "../../contract.schema.ts";
import { Cell } from "./Cell.tsx";
import { booleanOf, bytesOf, millicoresOf, nanosOf, rowsOf, shownColumns, valueOfCell } from "./cell-values.ts";
import { tableColumns, pixelsOf } from "./view-columns.tsx";
import { filterOptions, tableFilters } from "./view-filters.ts";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { Cards, placed } from "./Cards.tsx";
import { sortOf } from "./ViewTable.tsx";

const answer = everything();
const columns = shownColumns(answer);
const rows = rowsOf(answer);
const column = (name: string) => columns.find((one) => one.name === name)!;
const registry = registryOf([
  { name: "catalog", resources: { config: { icon: "boxes", href: (id) => `/catalog/${id}` } } },
]);

async function shown(node: ReactNode): Promise<HTMLElement> {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={createQueryClient()}>
        <RegistryContext value={registry}>{node}</RegistryContext>
      </QueryClientProvider>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: "/$" })]),
    history: createMemoryHistory(),
    parseSearch,
    stringifySearch: printSearch,
  });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element;
}

describe("cells", () => {
  test("the sample has every column type; hidden columns and row attributes are not shown", () => {
    expect(new Set(everyColumn.map(({ type }) => type))).toEqual(new Set([...columnTypes, "row_attributes"]));
    expect(columns.map(({ name }) => name)).not.toContain("secret_key");
    expect(columns.map(({ name }) => name)).not.toContain("__row__attributes");
  });

  test("each column type formats its values", async () => {
    const element = await shown(
      columns.map((one) => (
        <div key={one.name} data-column={one.name}>
          <Cell column={one} row={rows[0]!} />
        </div>
      )),
    );
    const text = (name: string) => element.querySelector(`[data-column="${name}"]`)?.textContent;
    expect(Object.fromEntries(columns.map(({ name }) => [name, text(name)]))).toMatchObject({
      name: "aurora",
      health: "Healthy",
      status: "Running",
      berth: "south",
      load: "40%",
      crew: "120",
      cost_per_day: "60.00 €",
      insured: "No",
      stay: "40m",
      memory: "192 MiB",
      cpu: "1.60 cores",
      config: "aurora-pod",
      manifest: "https://example.org/ships",
    });
    const tags = element.querySelectorAll('[data-column="tags"] li');
    expect([...tags].map((tag) => tag.textContent)).toEqual(["flag:norway", "line:aurora"]);
    const href = (name: string) => element.querySelector(`[data-column="${name}"] a`)?.getAttribute("href");
    expect([href("name"), href("config"), href("manifest"), href("berth")]).toEqual([
      "/catalog?search=aurora",
      "/catalog/0192f0c1-0000-7000-8000-00000000000a",
      "https://example.org/ships",
      undefined,
    ]);
    expect(element.querySelector('[data-column="name"] svg')?.getAttribute("class")).toContain("lucide-server");
    expect(element.querySelector('[data-column="arrived"] time')?.getAttribute("datetime")).toBe(
      "2026-11-17T04:00:00.000Z",
    );
  });

  test("a cell becomes a link only for a web address or a path of the console", async () => {
    const evil = {
      ...rows[1]!,
      attributes: { name: { url: "//evil.example.org/" }, crew: { url: "data:text/html,x" } },
    };
    const element = await shown(
      <>
        <Cell column={column("berth")} row={rows[1]!} />
        <Cell column={column("name")} row={evil} />
        <Cell column={column("crew")} row={evil} />
        <Cell column={column("status")} row={rows[1]!} />
      </>,
    );
    const links = [...element.querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://example.org/runbook"]);
    expect([links[0]?.target, links[0]?.rel]).toEqual(["_blank", "noreferrer"]);
  });

  test("a missing value is shown as a dash, and a value that does not fit its type is shown unchanged", async () => {
    const odd = { key: "odd", cells: columns.map(() => "odd"), attributes: {} };
    const none = { key: "none", cells: columns.map(() => null), attributes: {} };
    const plain = columns.filter(({ type }) => type !== "gauge" && type !== "labels");
    for (const row of [odd, none]) {
      const element = await shown(
        plain.map((one) => (
          <div key={one.name} data-cell>
            <Cell column={{ ...one, index: 0 }} row={row} />
          </div>
        )),
      );
      const texts = [...element.querySelectorAll("[data-cell]")].map(({ textContent }) => textContent.toLowerCase());
      expect(texts).toEqual(plain.map(() => (row === odd ? "odd" : "-")));
    }
  });
});

describe("values", () => {
  test("numbers, quantities and durations sort by their numeric value", () => {
    expect([bytesOf("192Mi"), bytesOf(5), bytesOf("x")]).toEqual([201_326_592, 5, undefined]);
    expect([millicoresOf("1500m"), millicoresOf(250), millicoresOf("2")]).toEqual([1500, 250, 2000]);
    expect([nanosOf("1m"), nanosOf(7), nanosOf("soon")]).toEqual([60_000_000_000, 7, undefined]);
    expect([booleanOf(1), booleanOf("false"), booleanOf("maybe")]).toEqual([true, false, undefined]);
    const limited: unknown[] = [...everyRow[0]!];
    limited[column("load").index] = { value: 7, max: 9 };
    expect(valueOfCell(column("load"), { key: "", cells: limited, attributes: {} })).toBe(7);
    expect(valueOfCell(column("arrived"), rows[0]!)).toBe("2026-11-17T04:00:00.000Z");
    expect(valueOfCell(column("tags"), rows[0]!)).toBe("flag:norway, line:aurora");
  });

  test("row keys are built from the key columns and stay unique if values repeat", () => {
    const [first] = everyRow;
    expect(rowsOf({ columns: everyColumn, rows: [first!, first!] }).map(({ key }) => key)).toEqual([
      '["aurora"]',
      '["aurora"] 1',
    ]);
    expect(rowsOf({ columns: [{ name: "a", type: "string" }], rows: [[1], [2]] }).map(({ key }) => key)).toEqual([
      "0",
      "1",
    ]);
  });
});

describe("the table", () => {
  test("column titles are words, numbers are right-aligned, and the first column is the name", () => {
    const drawn = tableColumns(columns, () => undefined);
    expect(drawn.map(({ title }) => title).slice(0, 7)).toEqual([
      "Name",
      "Health",
      "Status",
      "Berth",
      "Load",
      "Crew",
      "Cost Per Day",
    ]);
    expect(drawn.filter(({ align }) => align === "right").map(({ id }) => id)).toEqual([
      "crew",
      "cost_per_day",
      "stay",
      "memory",
      "cpu",
    ]);
    expect(drawn.filter(({ isName }) => isName).map(({ id }) => id)).toEqual(["name"]);
  });

  test.each([
    ["120px", 120],
    ["8rem", 128],
    ["200", 200],
    ["30%", undefined],
    ["9999px", undefined],
    [undefined, undefined],
  ])("the width %o is drawn as %o pixels", (width, pixels) => expect(pixelsOf(width)).toBe(pixels));

  test.each([
    ["-load", { id: "load", desc: true }],
    ["load", { id: "load", desc: false }],
    ["", undefined],
    [undefined, undefined],
  ])("the sort order %o is parsed as %o", (text, sort) => expect(sortOf(text)).toEqual(sort));

  test("filters find rows by text, by health and by the values of a column", () => {
    const { set, readers, nameOf } = tableFilters(columns, "");
    const found = (states: Record<string, Map<string, "include" | "exclude">>, search = "") =>
      filterRows(
        rows,
        { set, states: (name) => states[name] ?? new Map(), text: (name) => (name === "search" ? search : "") },
        readers,
      ).map(({ cells }) => cells[0]);
    expect(found({}, "line:bor")).toEqual(["borealis"]);
    expect(found({}, "hidden")).toEqual([]);
    expect(found({ [nameOf("health")!]: new Map([["healthy", "exclude"]]) })).toEqual(["borealis", "corsair"]);
    expect(found({ [nameOf("tags")!]: new Map([["line:aurora", "include"]]) })).toEqual(["aurora"]);
    expect(nameOf("crew")).toBeUndefined();
    expect(set["where.berth"]).toEqual({ type: "states", label: "Berth" });
    expect(set["where.name"]).toMatchObject({ isChipOnly: true });
    expect(filterOptions(columns, rows, answer, nameOf)).toEqual({
      "where.berth": [{ value: "north" }, { value: "south" }],
      "where.health": [
        { value: "healthy", label: "Healthy" },
        { value: "unhealthy", label: "Unhealthy" },
        { value: "warning", label: "Warning" },
      ],
    });
  });
});

describe("cards", () => {
  test("without positions, the first column is the title; the accent is the health colour", async () => {
    const accented = columns.map((one) => (one.name === "health" ? { ...one, card: { useForAccent: true } } : one));
    const element = await shown(<Cards label="Ships" columns={accented.slice(0, 3)} rows={rows} perRow={3} />);
    const cards = [...element.querySelectorAll("article")];
    expect(cards.map((card) => card.querySelector("h3")?.textContent)).toEqual(["aurora", "borealis", "corsair"]);
    expect(cards[1]?.textContent).toBe("borealisHealthUnhealthyStatusCrash Loop Back Off");
    expect(cards[1]?.style.borderLeftColor).toBe("var(--unhealthy)");
  });

  test("columns have the positions that the spec sets", () => {
    const positions: Record<string, string> = { name: "title", health: "headerRight", crew: "deck", tags: "footer" };
    const all = columns.map((one) => ({
      ...one,
      ...(positions[one.name] && { card: { position: positions[one.name]! } }),
    }));
    const names = Object.entries(placed(all)).map(([place, list]) => [place, ...list.map(({ name }) => name)]);
    expect(names).toEqual([
      ["title", "name"],
      ["subtitle"],
      ["headerRight", "health"],
      ["body", "crew"],
      ["footer", "tags"],
    ]);
  });
});

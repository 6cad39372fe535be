import { describe, expect, test } from "vitest";
import { everyPanel } from "#tests/console/a-view.ts";
import { draw } from "#tests/console/draw.ts";
import { panelTypes } from "../../contract.schema.ts";
import type { ViewPanel } from "../../contract.ts";
import { barsOf } from "./BarGauge.tsx";
import { cssColour, labelColour, seriesColour } from "../values/colours.ts";
import { labelledFigures, printFigure, printNanos } from "../values/figures.ts";
import { heatGridOf } from "./heat-grid.ts";
import { Panels, runsOf, spansOf } from "./Panels.tsx";
import { slicesOf } from "./PieChart.tsx";
import { colourAt, rangeOf, shareIn, thresholdsOf } from "../values/thresholds.ts";
import { timeSeriesOf } from "./time-series.ts";

const region = (element: HTMLElement, name: string) =>
  element.querySelector<HTMLElement>(`section[aria-label="${name}"]`)!;

describe("panels", () => {
  test("every panel type shows its name and its values", async () => {
    expect(new Set(everyPanel.map(({ type }) => type))).toEqual(new Set(panelTypes));
    // Lines are drawn on a canvas, which only a browser has (tests/console/view.spec.ts).
    const drawn = everyPanel.filter(({ type }) => type !== "timeseries");
    const { element } = await draw(<Panels panels={drawn} />);
    const texts = Object.fromEntries(
      drawn.map(({ name }) => [name, region(element, name).textContent.replace(name, "")]),
    );
    expect(texts).toMatchObject({
      Ships: "1,234",
      "Error rate": "1.3%",
      "Longest stay": "1d 2h 3m 4sOf all berths",
      "Harbour master": "Edith Editor",
      Cargo: "Coal4,200Grain1,800Timber950",
      Registry: "FlagNorwayManualhttps://example.org/manualDraught11.5 m",
    });
    expect(texts["Health"]).toContain("Unhealthy128.8%");
    expect(texts["Berths"]).toBe("Occupied placesInnerNorth quay42%South quay91%OuterRoadstead66%");
    const gauge = region(element, "Load").querySelector('[role="meter"]')!;
    expect([gauge.getAttribute("aria-valuenow"), gauge.getAttribute("aria-valuetext")]).toEqual(["72", "72%"]);
    expect(region(element, "Backups").querySelector('[role="img"]')?.getAttribute("aria-label")).toBe(
      "Backups: 100 days, from 0 to 10",
    );
    const link = region(element, "Registry").querySelector("a")!;
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["https://example.org/manual", "noreferrer"]);
  });

  test("neighbouring small boxes share a row, and the order of the panels stays the same", () => {
    const names = runsOf(everyPanel).map((run) => run.map(({ name }) => name));
    expect(names[0]).toEqual(["Ships", "Error rate", "Longest stay", "Harbour master"]);
    expect(names.flat()).toEqual(everyPanel.map(({ name }) => name));
    expect(names).toHaveLength(2);
  });

  test("a single small box joins the panels next to it", () => {
    const panel = (type: ViewPanel["type"], rows = [{ value: 1 }]): ViewPanel => ({ name: type, type, rows });
    const [box, gauge, pie] = [panel("number"), panel("gauge"), panel("piechart")];
    expect(runsOf([box, gauge, pie])).toEqual([[box, gauge, pie]]);
    expect(runsOf([gauge, pie, box])).toEqual([[gauge, pie, box]]);
    expect(runsOf([box, box, gauge])).toEqual([[box, box], [gauge]]);
    const boxes = panel("number", [{ value: 1 }, { value: 2 }]);
    expect(runsOf([boxes, gauge])).toEqual([[boxes], [gauge]]);
  });

  test("the panels of a row fill it, and a wide panel is twice as wide", () => {
    const types = (...all: ViewPanel["type"][]) => all.map((type) => ({ type }));
    expect(spansOf(types("gauge"), 2)).toEqual([12]);
    expect(spansOf(types("gauge", "piechart", "table"), 2)).toEqual([6, 6, 12]);
    expect(spansOf(types("gauge", "piechart"), 3)).toEqual([6, 6]);
    expect(spansOf(types("piechart", "timeseries"), 2)).toEqual([12, 12]);
    expect(spansOf(types("piechart", "timeseries"), 3)).toEqual([4, 8]);
    expect(spansOf(types("gauge", "gauge", "gauge", "timeseries"), 4)).toEqual([4, 4, 4, 12]);
    expect(spansOf([], 2)).toEqual([]);
  });

  test("health states have the same names and symbols as on other pages", async () => {
    const rows = [
      { label: "healthy", value: 3 },
      { label: "unhealthy", value: 1 },
      { label: "other", value: 1 },
    ];
    const panels: ViewPanel[] = [
      { name: "Own colours", type: "piechart", rows, piechart: { colors: { healthy: "green", unhealthy: "pink" } } },
      { name: "Bars", type: "bargauge", rows },
      { name: "List", type: "table", rows },
    ];
    const { element } = await draw(<Panels panels={panels} />);
    for (const { name } of panels)
      expect(region(element, name).textContent).toMatch(/Healthy\D*3.*Unhealthy\D*1.*other\D*1/);
    // A chart with another colour for a health shows that colour in the legend.
    const [healthy, unhealthy] = region(element, "Own colours").querySelectorAll("li");
    expect(healthy?.querySelector("svg")).not.toBeNull();
    expect(unhealthy?.querySelector("svg")).toBeNull();
    expect(unhealthy?.innerHTML).toContain("--chart-4");
  });

  test("a number panel has one box for each row, named by its label", async () => {
    const rows = [
      { label: "Open", value: 3 },
      { label: "Closed", value: 5 },
    ];
    const { element } = await draw(<Panels panels={[{ name: "Incidents", type: "number", rows }]} />);
    expect([...element.querySelectorAll("section")].map((box) => box.textContent)).toEqual(["Open3", "Closed5"]);
  });

  test("a failed panel shows the error, and a panel without rows shows a message", async () => {
    const panels: ViewPanel[] = [
      { name: "Cargo", type: "table", rows: [], error: "no such column: coal" },
      ...(["piechart", "gauge", "bargauge", "table", "properties", "heatmap"] as const).map((type) => ({
        name: type,
        type,
        rows: [],
      })),
      { name: "number", type: "number", rows: [] },
    ];
    const { element } = await draw(<Panels panels={panels} />);
    expect(region(element, "Cargo").textContent).toBe("Cargono such column: coal");
    for (const { name } of panels.slice(1, -1)) expect(region(element, name).textContent).toContain("No data");
    expect(region(element, "number").textContent).toBe("number–");
  });
});

describe("colours", () => {
  test.each([
    ["green", "var(--healthy)"],
    [" Red ", "var(--unhealthy)"],
    ["#12ab9f", "#12ab9f"],
    ["rebeccapurple", "rebeccapurple"],
    ["rgb(1, 2, 3)", "rgb(1, 2, 3)"],
    ["url(https://example.org/x)", undefined],
    ["red;background:url(x)", undefined],
    ["constructor()", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("the colour %o is drawn as %o", (name, colour) => expect(cssColour(name)).toBe(colour));

  test("the colour of a label comes from the spec, its health or its position; repeated colours are lighter", () => {
    expect(labelColour("Docked", 3, { Docked: "blue" })).toBe("var(--chart-1)");
    expect(labelColour("Unhealthy", 0)).toBe("var(--unhealthy)");
    expect(labelColour("toString", 1)).toBe("var(--chart-2)");
    expect(seriesColour(7)).toBe("color-mix(in oklch, var(--chart-2) 80%, var(--surface))");
  });
});

describe("figures", () => {
  test.each([
    [1234.5678, {}, "1,234.568"],
    [1.005, { precision: 1 }, "1.0"],
    [3, { unit: "rps" }, "3 rps"],
    [12.5, { unit: "percent" }, "12.5%"],
    [1536, { unit: "bytes" }, "2 KiB"],
    [2, { precision: 400 }, "2.0000000000"],
  ])("%d with %o prints as %o", (value, printing, text) => expect(printFigure(value, printing)).toBe(text));

  test.each([
    [3_723_000_000_000, "1h 2m 3s"],
    [5_000_000, "5ms"],
    [250_000, "250µs"],
    [-60_000_000_000, "-1m"],
    [0, "0ms"],
  ])("%d ns print as %o", (nanos, text) => expect(printNanos(nanos)).toBe(text));

  test("rows without a number are left out, `count` replaces a missing value, and a missing label is shown as None", () => {
    const rows = [{ label: "a", value: "3" }, { label: null, count: 2 }, { label: "b", value: "many" }, { label: "c" }];
    expect(labelledFigures(rows)).toEqual([
      { label: "a", value: 3 },
      { label: "None", value: 2 },
    ]);
  });
});

describe("gauges", () => {
  const gauge = {
    min: 0,
    max: 200,
    thresholds: [
      { percent: 90, color: "red" },
      { percent: 50, color: "yellow" },
    ],
  };
  test("the limits of a row override the limits of the spec; percentages are relative to the range", () => {
    const range = rangeOf(gauge, { max: 400 });
    expect(range).toEqual({ min: 0, max: 400 });
    expect(thresholdsOf(gauge, range)).toEqual([
      { from: 200, colour: "var(--warning)" },
      { from: 360, colour: "var(--unhealthy)" },
    ]);
  });

  test("the colour is the colour of the highest threshold that the value reaches, or of the first threshold", () => {
    const thresholds = thresholdsOf(gauge, { min: 0, max: 200 });
    expect([10, 100, 179, 180, 999].map((value) => colourAt(value, thresholds))).toEqual([
      "var(--warning)",
      "var(--warning)",
      "var(--warning)",
      "var(--unhealthy)",
      "var(--unhealthy)",
    ]);
    expect(colourAt(1, [])).toBe("var(--chart-1)");
  });

  test("shares stay between 0 and 1, and an empty range does not divide by zero", () => {
    expect([-5, 50, 500].map((value) => shareIn(value, { min: 0, max: 100 }))).toEqual([0, 0.5, 1]);
    expect(rangeOf({ min: 5, max: 5 }, {})).toEqual({ min: 5, max: 6 });
    expect(rangeOf({ min: "row.min", max: "row.max" }, {})).toEqual({ min: 0, max: 100 });
  });

  test("bars have groups and formats; without a maximum, the largest value fills its bar", () => {
    const rows = [
      { label: "a", value: 1, dock: "x" },
      { label: "b", value: 4, dock: "y" },
    ];
    const bars = (format?: string) =>
      [...barsOf({ rows, bargauge: { group: "dock", ...(format && { format }) } })].map(([group, all]) => [
        group,
        ...all.map(({ text, share }) => [text, share]),
      ]);
    expect(bars()).toEqual([
      ["x", ["1", 0.25]],
      ["y", ["4", 1]],
    ]);
    expect(bars("percent")).toEqual([
      ["x", ["25%", 0.25]],
      ["y", ["100%", 1]],
    ]);
    expect(bars("multiplier")).toEqual([
      ["x", ["1×", 0.25]],
      ["y", ["4×", 1]],
    ]);
  });
});

describe("charts", () => {
  test("the smallest values of a pie chart share one slice, and values that are not positive have no slice", () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ label: `l${index}`, value: index }));
    const slices = slicesOf({ rows });
    expect(slices).toHaveLength(12);
    expect([slices[0]?.label, slices.at(-1)?.label, slices.at(-1)?.value]).toEqual(["l19", "8 others", 36]);
    expect(slices.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(
      slicesOf({
        rows: [
          { label: "none", value: 0 },
          { label: "less", value: -1 },
        ],
      }),
    ).toEqual([]);
  });

  test("a time series has one line for each combination of its labels, with gaps", () => {
    const rows = [
      { at: "2026-11-18T00:00:00Z", load: 1, host: "a", value: 1 },
      { at: "2026-11-18T00:01:00Z", load: 2, host: "a", value: 2 },
      { at: 1_795_219_260, load: 3, host: "b", value: 3 },
      { at: "never", load: 4, host: "b", value: 4 },
    ];
    const timeseries = { timeKey: "at", valueKey: "load", style: "lines" as const };
    const { times, series } = timeSeriesOf({ name: "Load", rows, timeseries });
    const minute = Date.UTC(2026, 10, 18, 0, 1);
    expect(times).toEqual([minute - 60_000, minute, 1_795_219_260_000].sort((a, b) => a - b));
    expect(series.map(({ label }) => label)).toEqual(["a", "b"]);
    expect(series[0]?.values.filter((value) => value !== null)).toEqual([1, 2]);
    const alone = timeSeriesOf({ name: "Load", rows: [{ time: minute, value: 1 }], timeseries: undefined });
    expect(alone.series).toEqual([{ label: "Load", values: [1] }]);
  });

  test("a calendar has one column for each week, from Monday to Sunday", () => {
    const rows = [
      { date: "2026-11-15", value: 1 },
      { date: "2026-11-16", value: 2 },
      { date: "2026-11-16", value: 3 },
    ];
    const grid = heatGridOf({ rows, heatmap: { mode: "calendar" } }, Date.UTC(2026, 10, 18))!;
    expect(grid.columns.slice(-2).map(({ cells }) => cells.map((cell) => cell?.value ?? 0))).toEqual([
      [0, 0, 0, 0, 0, 0, 1],
      // The week ends today.
      [5, 0, 0],
    ]);
    expect(grid.columns.at(-1)?.cells[0]?.label).toBe("2026-11-16");
    expect([grid.min, grid.max]).toEqual([1, 5]);
    expect(heatGridOf({ rows: [], heatmap: { mode: "compact" } })).toBeUndefined();
  });

  test("a calendar shows a year until today, or until the last value if that is older or in the future", () => {
    const weeks = (date: string) =>
      heatGridOf({ rows: [{ date, value: 1 }], heatmap: undefined }, Date.UTC(2026, 10, 18))!.columns;
    const placeIn = (date: string) => weeks(date).findIndex(({ cells }) => cells.some((cell) => cell !== undefined));
    expect(weeks("2026-11-04")).toHaveLength(53);
    expect(placeIn("2026-11-04")).toBe(50);
    expect(placeIn("2020-02-05")).toBe(52);
    expect(placeIn("2027-02-05")).toBe(52);
  });

  test("the months of a calendar do not overlap", () => {
    const labelsAt = (now: number) =>
      heatGridOf({ rows: [{ date: new Date(now).toISOString(), value: 1 }], heatmap: undefined }, now)!.columns.map(
        ({ label }) => label,
      );
    // The first week begins in November, the second one in December.
    expect(labelsAt(Date.UTC(2026, 10, 25)).slice(0, 3)).toEqual(["", "Dec", ""]);
    expect(labelsAt(Date.UTC(2026, 10, 8)).slice(0, 3)).toEqual(["Nov", "", ""]);
  });
});

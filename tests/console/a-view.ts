// A sample response with every panel type and every column type, for tests of the console.
import type { ViewAnswer, ViewColumn, ViewPanel } from "#areas/views/contract.ts";

export const answerOf = (parts: Partial<ViewAnswer> = {}): ViewAnswer => ({
  id: "0192f0c1-0000-7000-8000-000000000001",
  namespace: "default",
  name: "harbour",
  title: "Harbour",
  icon: "server",
  lastRefreshedAt: "2026-11-18T04:00:00Z",
  refreshStatus: "cache",
  errors: [],
  warnings: [],
  refreshing: false,
  responseSource: "cache",
  requestFingerprint: "none",
  columns: [],
  rows: [],
  panels: [],
  variables: [],
  columnOptions: {},
  sections: [],
  ...parts,
});

const day = (index: number) => new Date(Date.UTC(2026, 7, 3) + index * 86_400_000).toISOString().slice(0, 10);

const thresholds = [
  { value: 0, color: "green" },
  { value: 60, color: "yellow" },
  { value: 85, color: "red" },
];

export const everyPanel: ViewPanel[] = [
  { name: "Ships", type: "number", rows: [{ value: 1234 }], number: { unit: "", precision: 0 } },
  { name: "Error rate", type: "number", rows: [{ value: 1.25 }], number: { unit: "%", precision: 1 } },
  { name: "Longest stay", type: "duration", description: "Of all berths", rows: [{ value: 93_784_000_000_000 }] },
  { name: "Harbour master", type: "text", rows: [{ value: "Edith Editor" }] },
  {
    name: "Health",
    type: "piechart",
    rows: [
      { label: "healthy", value: 96 },
      { label: "unhealthy", value: 12 },
      { label: "warning", value: 20 },
      { label: "Docked", value: 8 },
    ],
    piechart: { showLabels: true, colors: { Docked: "purple" } },
  },
  { name: "Load", type: "gauge", rows: [{ value: 72 }], gauge: { min: 0, max: 100, unit: "%", thresholds } },
  {
    name: "Berths",
    type: "bargauge",
    description: "Occupied places",
    rows: [
      { label: "North quay", value: 42, dock: "Inner" },
      { label: "South quay", value: 91, dock: "Inner" },
      { label: "Roadstead", value: 66, dock: "Outer" },
    ],
    bargauge: { min: 0, max: 100, unit: "%", thresholds, group: "dock" },
  },
  {
    name: "Cargo",
    type: "table",
    rows: [
      { label: "Coal", value: 4200 },
      { label: "Grain", value: 1800 },
      { label: "Timber", value: 950 },
    ],
  },
  {
    name: "Registry",
    type: "properties",
    rows: [
      { label: "Flag", value: "Norway" },
      { label: "Manual", value: "https://example.org/manual" },
      { label: "Draught", value: 11.5, unit: "m" },
    ],
  },
  {
    name: "Arrivals",
    type: "timeseries",
    rows: Array.from({ length: 48 }, (_, hour) =>
      ["north", "south"].map((quay, index) => ({
        time: new Date(Date.UTC(2026, 10, 16) + hour * 3_600_000).toISOString(),
        value: Math.round(20 + 10 * Math.sin(hour / 4 + index * 2) + index * 6),
        quay,
      })),
    ).flat(),
    timeseries: { timeKey: "time", valueKey: "value", style: "area", unit: "ships" },
  },
  {
    name: "Backups",
    type: "heatmap",
    rows: Array.from({ length: 100 }, (_, index) => ({ date: day(index), value: (index * 7) % 11 })),
    heatmap: { mode: "calendar" },
  },
  {
    name: "Incidents by hour",
    type: "heatmap",
    rows: ["Mon", "Tue", "Wed"].flatMap((y, row) =>
      ["0", "6", "12", "18"].map((x, column) => ({ x, y, value: row * 3 + column })),
    ),
    heatmap: { mode: "compact", unit: "incidents" },
  },
];

export const everyColumn: ViewColumn[] = [
  { name: "name", type: "string", primaryKey: true },
  { name: "health", type: "health" },
  { name: "status", type: "status" },
  {
    name: "berth",
    type: "string",
    badge: { color: { map: { north: "blue" }, auto: true } },
    filter: { type: "multiselect" },
  },
  { name: "load", type: "gauge", gauge: { min: 0, max: 100, unit: "%", thresholds } },
  { name: "crew", type: "number" },
  { name: "cost_per_day", type: "decimal", unit: "€" },
  { name: "insured", type: "boolean" },
  { name: "arrived", type: "datetime" },
  { name: "stay", type: "duration" },
  { name: "memory", type: "bytes" },
  { name: "cpu", type: "millicore" },
  { name: "config", type: "config_item" },
  { name: "manifest", type: "url" },
  { name: "tags", type: "labels" },
  { name: "secret_key", type: "string", hidden: true },
  { name: "__row__attributes", type: "row_attributes", hidden: true },
];

const ship = (name: string, health: string, load: number, more: Record<string, unknown> = {}) => [
  name,
  health,
  health === "healthy" ? "Running" : "CrashLoopBackOff",
  load > 50 ? "north" : "south",
  load,
  load * 3,
  load * 1.5,
  load > 50,
  "2026-11-17T04:00:00Z",
  load * 60_000_000_000,
  "192Mi",
  load * 40,
  `${name}-pod`,
  "https://example.org/ships",
  { flag: "norway", line: name },
  `hidden ${name}`,
  { name: { url: `/catalog?search=${name}`, icon: "server" }, ...more },
];

export const everyRow = [
  ship("aurora", "healthy", 40, {
    config: { config: { id: "0192f0c1-0000-7000-8000-00000000000a", name: "aurora-pod", type: "Kubernetes::Pod" } },
  }),
  ship("borealis", "unhealthy", 90, {
    status: { url: "https://example.org/runbook" },
    berth: { url: "javascript:alert(1)" },
  }),
  ship("corsair", "warning", 65),
];

export const everything = (parts: Partial<ViewAnswer> = {}) =>
  answerOf({
    panels: everyPanel,
    columns: everyColumn,
    rows: everyRow,
    columnOptions: { berth: { list: ["north", "south"] } },
    table: { sort: "-load" },
    ...parts,
  });

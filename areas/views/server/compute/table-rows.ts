// Builds the rows of the table: maps columns, computes cell attributes, leaves out repeated keys, and collects filter
// options.
import type { CellAttributes } from "../../contract.schema.ts";
import type { ColumnSpec } from "../spec/column-spec.ts";
import { attributesOf } from "./cell-attributes.ts";
import { cellOf, documentIn } from "./cells.ts";
import { messageOf, ofRow, type OfRow, type Row } from "./expressions.ts";
import type { ComputeError, ComputePlan, ComputeResult, FoundItem, FoundItems } from "./plan.ts";
import type { Selected } from "./tables.ts";

type Attributes = Record<string, CellAttributes>;

interface TableRow {
  cells: unknown[];
  attributes: Attributes;
}

interface PlannedColumn {
  column: ColumnSpec;
  mapped: OfRow | undefined;
  attributes: ReturnType<typeof attributesOf>;
}

/** The maximum number of filter options. A column with more values has no options. */
const maxOptions = 500;

export class TableRows {
  readonly errors: ComputeError[] = [];
  readonly #planned: PlannedColumn[] = [];
  readonly #rows: TableRow[] = [];
  readonly #keys = new Set<string>();
  readonly #keyPlaces: readonly number[];
  readonly #plan: ComputePlan;
  #duplicates = 0;
  #length = 0;

  constructor(plan: ComputePlan) {
    this.#plan = plan;
    this.#keyPlaces = plan.columns.flatMap(({ primaryKey }, at) => (primaryKey ? [at] : []));
    for (const column of plan.columns)
      try {
        const text = Object.hasOwn(plan.mapping, column.name) ? plan.mapping[column.name] : undefined;
        this.#planned.push({
          column,
          mapped: text ? ofRow("cel", text) : undefined,
          attributes: attributesOf(column, plan.viewIds),
        });
      } catch (error) {
        this.#fail(column.name, error);
        this.#planned.push({ column, mapped: () => null, attributes: [] });
      }
  }

  get count(): number {
    return this.#rows.length;
  }

  #grow(by: number): void {
    const { maxBytes } = this.#plan.limits;
    this.#length += by;
    if (this.#length > maxBytes) throw new Error(`The table is larger than ${Math.round(maxBytes / 1_000_000)} MB.`);
  }

  /** Reports only the first error of each column, because most often all rows of a column have the same error. */
  #fail(column: string, error: unknown): void {
    if (!this.errors.some((known) => known.column === column)) this.errors.push({ column, message: messageOf(error) });
  }

  add({ columns, rows }: Selected): void {
    const { maxRows } = this.#plan.limits;
    for (const values of rows) {
      this.#grow(lengthOf(values));
      const row: Record<string, unknown> = {};
      for (const [at, name] of columns.entries()) {
        const value = values[at];
        // SQLite stores documents as text.
        row[name] = typeof value === "string" ? documentIn(value) : value;
      }
      this.#add(row);
      if (this.#rows.length > maxRows) throw new Error(`The table has more than ${maxRows.toLocaleString("en")} rows.`);
    }
  }

  #add(row: Row): void {
    const cells: unknown[] = [];
    const attributes: Attributes = {};
    for (const { column, mapped, attributes: computed } of this.#planned) {
      let value: unknown = null;
      try {
        value = mapped ? mapped(row) : Object.hasOwn(row, column.name) ? row[column.name] : null;
        for (const [name, compute] of computed) {
          const found = compute(row);
          if (found !== undefined) (attributes[column.name] ??= {})[name] = found as never;
        }
      } catch (error) {
        this.#fail(column.name, error);
      }
      cells.push(cellOf(column.type, value));
      const item = itemOf(column, value, row);
      if (item !== undefined) (attributes[column.name] ??= {}).config = { id: item };
    }
    const key = JSON.stringify(this.#keyPlaces.map((at) => cells[at]));
    if (this.#keys.has(key)) {
      this.#duplicates += 1;
      return;
    }
    this.#keys.add(key);
    this.#rows.push({ cells, attributes });
  }

  /** The ids of config items that cells show. */
  itemIds(): string[] {
    const ids = this.#rows.flatMap(({ attributes }) => Object.values(attributes).map(({ config }) => config?.id));
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  /** Adds the names, types and health of config items to the cells. Config items that were not found are left out. */
  showItems(items: FoundItems): void {
    const places = new Map(this.#plan.columns.map(({ name }, at) => [name, at]));
    for (const { cells, attributes } of this.#rows)
      for (const [name, cell] of Object.entries(attributes)) {
        if (!cell.config) continue;
        const item: FoundItem | undefined = items[cell.config.id];
        const at = places.get(name)!;
        if (item === undefined) delete cell.config;
        else {
          cell.config = item;
          if (cells[at] === null || cells[at] === item.id) cells[at] = item.name;
        }
      }
  }

  columnOptions(): ComputeResult["columnOptions"] {
    const options: Record<string, { list?: string[]; labels?: Record<string, string[]> }> = {};
    for (const [at, { name, type, filter }] of this.#plan.columns.entries()) {
      if (!filter) continue;
      if (type === "labels") options[name] = { labels: this.#labelsAt(at) };
      else {
        const list = new Set(this.#rows.flatMap(({ cells }) => textsIn(cells[at])));
        options[name] = { list: list.size > maxOptions ? [] : [...list].sort() };
      }
    }
    return options;
  }

  #labelsAt(at: number): Record<string, string[]> {
    const found = new Map<string, Set<string>>();
    for (const { cells } of this.#rows)
      for (const [key, value] of Object.entries((cells[at] ?? {}) as Row)) {
        const values = found.get(key) ?? new Set();
        if (values.size < maxOptions) values.add(String(value));
        found.set(key, values);
      }
    return Object.fromEntries(
      [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, all]) => [key, [...all].sort()]),
    );
  }

  /** The rows as JSON, with their attributes as the last cell. */
  json(): { text: string; hasAttributes: boolean } {
    const hasAttributes = this.#rows.some(({ attributes }) => Object.keys(attributes).length > 0);
    this.#length = 0;
    const parts = this.#rows.map(({ cells, attributes }) => {
      const part = JSON.stringify(hasAttributes ? [...cells, attributes] : cells);
      this.#grow(Buffer.byteLength(part) + 1);
      return part;
    });
    return { text: `[${parts.join(",")}]`, hasAttributes };
  }

  warnings(): string[] {
    if (this.#duplicates === 0) return [];
    const rows = this.#duplicates === 1 ? "1 row has" : `${this.#duplicates} rows have`;
    return [`${rows} the same primary key as an earlier row, and ${this.#duplicates === 1 ? "is" : "are"} left out.`];
  }
}

/** The approximate size of a row. */
const lengthOf = (row: readonly unknown[]): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

/** The filter options that a cell adds. Objects, lists and empty cells add none. */
const textsIn = (cell: unknown): string[] =>
  typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? [String(cell)] : [];

/** The id of the config item that a cell shows. */
function itemOf({ type, configItem }: ColumnSpec, value: unknown, row: Row): string | undefined {
  if (type !== "config_item") return undefined;
  const id = configItem ? row[configItem.idField] : value;
  return typeof id === "string" && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)
    ? id.toLowerCase()
    : undefined;
}

// Truncates the texts of a component that are part of an index: PostgreSQL refuses an index entry of more than 2,704
// bytes, and an entry contains up to two of these texts.
import type { Labels, Property } from "#language/columns.ts";
import type { ComponentColumns } from "./component-rows.ts";

const maxBytes = 1_000;

/** Returns the columns with short keys, and a message if a key had to be truncated. */
export function cutKeys(columns: ComponentColumns): { columns: ComponentColumns; cut: string | undefined } {
  // Nearly all keys are short, and copying every component of a large tree is expensive.
  return keysOf(columns).every(isShort) ? { columns, cut: undefined } : cutLong(columns);
}

/** A UTF-16 code unit needs at most three bytes. */
const isShort = (text: string) => text.length <= maxBytes / 3 || Buffer.byteLength(text) <= maxBytes;

function keysOf({ name, type, values: { external_id, namespace, labels, properties } }: ComponentColumns): string[] {
  const keys = [name, type ?? "", external_id, namespace ?? ""];
  for (const [key, value] of Object.entries((labels ?? {}) as Labels)) keys.push(key, value);
  for (const property of (properties ?? []) as readonly Property[]) keys.push(property.name ?? "");
  return keys;
}

function cutLong({ name, type, values }: ComponentColumns): { columns: ComponentColumns; cut: string } {
  const cut = new Set<string>();
  const short = (key: string, text: string) => {
    if (isShort(text)) return text;
    cut.add(key);
    return beginningOf(text);
  };
  const shortOrNull = (key: string, text: string | null) => (text === null ? null : short(key, text));
  const labels = values.labels as Labels | null;
  const properties = values.properties as readonly Property[] | null;
  const columns: ComponentColumns = {
    name: short("name", name),
    type: shortOrNull("type", type),
    values: {
      ...values,
      external_id: short("external id", values.external_id),
      namespace: shortOrNull("namespace", values.namespace),
      labels:
        labels &&
        Object.fromEntries(
          Object.entries(labels).map(([key, value]) => [short("labels", key), short("labels", value)]),
        ),
      properties:
        properties &&
        (properties.map((property) =>
          property.name === undefined ? property : { ...property, name: short("names of properties", property.name) },
        ) as unknown as ComponentColumns["values"]["properties"]),
    },
  };
  return {
    columns,
    cut: `${columns.name.slice(0, 100).toWellFormed()}: values longer than ${maxBytes} bytes were cut: ${[...cut].join(", ")}.`,
  };
}

/** In streaming mode, the decoder omits an incomplete character. */
const beginningOf = (text: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, maxBytes), { stream: true });

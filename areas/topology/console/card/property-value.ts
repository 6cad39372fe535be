// Decides how the value of a property is shown: as text, an age, a link, or a usage bar.
import type { Property } from "#language/columns.ts";
import { printBytes } from "#lib/text/bytes.ts";
import { titleOf } from "#lib/text/words.ts";
import { isHiddenProperty } from "../../model.ts";

export type PropertyValue =
  | { type: "age"; since: string }
  | { type: "links"; links: readonly { url: string; label: string }[] }
  | { type: "badge"; text: string }
  | { type: "usage"; text: string; percent: number; detail: string }
  | { type: "text"; text: string; isHigh?: boolean; detail?: string };

const labels: Readonly<Record<string, string>> = {
  node: "Node",
  created: "Created At",
  created_at: "Created At",
  updated_at: "Updated At",
  "instance-type": "Instance Type",
  zone: "Zone",
  os: "OS",
  containerRuntime: "Container Runtime",
  kernel: "Kernel",
  kubeProxy: "Kubernetes proxy",
  kubelet: "Kubelet",
  version: "Version",
  memory: "Memory",
  cpu: "CPU",
  ip: "IP",
};

export const propertyLabel = ({ label, name = "" }: Property): string =>
  label || (Object.hasOwn(labels, name) ? labels[name]! : titleOf(name));

const ages = new Set(["created", "created_at", "updated_at"]);
const usages = new Set(["cpu", "memory"]);

/** A value above this share of the maximum is highlighted. */
const HIGH_PERCENT = 70;

/** Undefined for a property without a value. */
export function propertyValue(property: Property): PropertyValue | undefined {
  const { name = "", type, text = "", unit = "" } = property;
  if (isHiddenProperty(property)) return undefined;
  if ((type === "age" || ages.has(name)) && text !== "") return { type: "age", since: text };
  const links = linksOf(property);
  const value = figureOf(property.value);
  if (type === "url" && links.length > 0) return { type: "links", links };
  if (type === "badge" && text !== "") return { type: "badge", text };
  if (value === undefined) {
    const shown = text || (typeof property.value === "string" ? property.value : "");
    if (shown !== "") return { type: "text", text: shown };
    return links.length > 0 ? { type: "links", links } : undefined;
  }
  if (type === "currency") return { type: "text", text: printCurrency(value) };
  const print = printerOf(name, unit);
  const max = figureOf(property["max"]);
  if (max === undefined || max <= 0)
    return { type: "text", text: text && !usages.has(name) && unit === "" ? text : print(value) };
  const percent = (100 * value) / max;
  const detail = `${print(value)} of ${print(max)} (${Math.round(percent)}%)`;
  if (usages.has(name)) return { type: "usage", text: print(value), percent, detail };
  return { type: "text", text: `${Math.round(percent)}% of ${print(max)}`, isHigh: percent > HIGH_PERCENT, detail };
}

/** Values are numbers, or strings from older builders. */
function figureOf(value: unknown): number | undefined {
  const figure = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof figure === "number" && Number.isFinite(figure) ? figure : undefined;
}

function printerOf(name: string, unit: string): (value: number) => string {
  if (unit.startsWith("milli")) return (value) => String(Number((value / 1000).toFixed(2)));
  if (unit === "bytes" || (name === "memory" && unit === "")) return printBytes;
  if (unit === "percent") return (value) => `${Number((value * 100).toFixed(1))}%`;
  return (value) => [value.toLocaleString("en", { maximumFractionDigits: 2 }), unit].filter(Boolean).join(" ");
}

/** Fewer decimals for larger amounts: "$1.2k", "$250", "$25.3", "$2.53". */
export function printCurrency(value: number): string {
  const size = Math.abs(value);
  if (size > 1000) return `$${(value / 1000).toFixed(1)}k`;
  const decimals = size > 100 ? 0 : size > 10 ? 1 : size > 0.01 || size === 0 ? 2 : 3;
  return `$${value.toFixed(decimals)}`;
}

/** Only http and https URLs become links. */
function linksOf({ type, text, links = [], ...more }: Property): { url: string; label: string }[] {
  const address = typeof more["url"] === "string" ? more["url"] : type === "url" ? (text ?? "") : "";
  const own = address === "" ? [] : [{ url: address, label: address.replace(/^https?:\/\//i, "") }];
  return [...own, ...links.map(({ url = "", label, text: words }) => ({ url, label: label ?? words ?? url }))].filter(
    ({ url }) => /^https?:\/\//i.test(url),
  );
}

export interface ShownProperty {
  property: Property;
  value: PropertyValue;
}

/** The properties that have a value, sorted by `order`: headline properties and others. */
export function shownProperties(properties: readonly Property[] = []): {
  headline: readonly ShownProperty[];
  others: readonly ShownProperty[];
} {
  const shown = properties
    .flatMap((property): ShownProperty[] => {
      const value = propertyValue(property);
      return value ? [{ property, value }] : [];
    })
    .toSorted((a, b) => (a.property.order ?? 0) - (b.property.order ?? 0));
  return {
    headline: shown.filter(({ property }) => property.headline === true),
    others: shown.filter(({ property }) => property.headline !== true),
  };
}

// Parses `Prefer` and `Accept`: the requested form of the response.
import { refusal } from "../refusal.ts";

export interface Prefer {
  return: "minimal" | "headers-only" | "representation" | undefined;
  count: "exact" | "planned" | "estimated" | undefined;
  resolution: "merge-duplicates" | "ignore-duplicates" | undefined;
  missing: "default" | "null" | undefined;
  handling: "strict" | "lenient" | undefined;
  tx: "commit" | "rollback" | undefined;
  maxAffected: number | undefined;
  /** The values of the Preference-Applied header in the response. */
  applied: readonly string[];
}

const choices: Readonly<Record<string, readonly string[]>> = {
  return: ["minimal", "headers-only", "representation"],
  count: ["exact", "planned", "estimated"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit", "rollback"],
};

export function parsePrefer(header: string | undefined): Prefer {
  const found = new Map<string, string>();
  const unknown: string[] = [];
  for (const part of (header ?? "").split(",")) {
    const preference = part.trim();
    if (preference === "") continue;
    const [name = "", value = ""] = preference.split("=").map((text) => text.trim());
    const isKnown =
      name === "max-affected"
        ? /^\d{1,9}$/.test(value)
        : Object.hasOwn(choices, name) && choices[name]!.includes(value);
    if (!isKnown) unknown.push(preference);
    else if (!found.has(name)) found.set(name, value);
  }
  const isStrict = found.get("handling") === "strict";
  if (isStrict && unknown.length > 0) throw refusal.badPreference(unknown.join(", "));
  const maxAffected = found.get("max-affected");
  return {
    return: found.get("return") as Prefer["return"],
    count: found.get("count") as Prefer["count"],
    resolution: found.get("resolution") as Prefer["resolution"],
    missing: found.get("missing") as Prefer["missing"],
    handling: found.get("handling") as Prefer["handling"],
    tx: found.get("tx") as Prefer["tx"],
    // max-affected applies only with strict handling.
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    applied: [...found]
      .filter(([name]) => name !== "max-affected" || isStrict)
      .map(([name, value]) => `${name}=${value}`),
  };
}

export interface Accept {
  form: "array" | "object" | "csv";
  stripNulls: boolean;
  type: string;
}

const forms: Readonly<Record<string, Accept["form"]>> = {
  "application/json": "array",
  "application/*": "array",
  "*/*": "array",
  "application/vnd.pgrst.array+json": "array",
  "application/vnd.pgrst.array": "array",
  "application/vnd.pgrst.object+json": "object",
  "application/vnd.pgrst.object": "object",
  "text/csv": "csv",
};

/** The accepted types, by descending quality. */
const wantedTypes = (header: string | undefined) =>
  (header ?? "*/*")
    .split(",")
    .map((part) => {
      const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1);
      return { type, quality, stripNulls: parameters.includes("nulls=stripped") };
    })
    .sort((a, b) => b.quality - a.quality);

const documentTypes: Readonly<Record<string, string>> = {
  "application/json": "application/json; charset=utf-8",
  "application/openapi+json": "application/openapi+json; charset=utf-8",
  "application/*": "application/openapi+json; charset=utf-8",
  "*/*": "application/openapi+json; charset=utf-8",
};

/** Returns the content type for the description of the API. */
export function acceptsDocument(header: string | undefined): string {
  const found = wantedTypes(header).find(({ type }) => Object.hasOwn(documentTypes, type));
  if (!found) throw refusal.notAcceptable(header!);
  return documentTypes[found.type]!;
}

export function parseAccept(header: string | undefined): Accept {
  for (const { type, stripNulls } of wantedTypes(header)) {
    const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
    if (!form) continue;
    const isVendor = type.startsWith("application/vnd.pgrst.");
    return {
      form,
      stripNulls: stripNulls && isVendor,
      type:
        form === "csv"
          ? "text/csv; charset=utf-8"
          : isVendor
            ? `${type.replace(/\+json$/, "")}+json${stripNulls ? ";nulls=stripped" : ""}; charset=utf-8`
            : "application/json; charset=utf-8",
    };
  }
  throw refusal.notAcceptable(header!);
}

// Parses formats of cloud providers.
import { ExpressionFault } from "../fault.ts";
import { zoneOffset } from "../go-time.ts";
import { fieldOf, print, type Fields } from "../values.ts";
import { json } from "./data.ts";
import type { LibraryFunction } from "./function.ts";

/** Splits an ARN into its parts. The resource is only the sixth part. */
function arnToMap(text: string): Fields {
  const parts = text.split(":");
  if (parts.length < 6)
    throw new ExpressionFault(
      `${JSON.stringify(text.slice(0, 120))} is not an ARN: arn:partition:service:region:account:resource.`,
    );
  const [, partition, service, region, account, resource] = parts;
  return { partition, service, region, account, resource };
}

/** Converts a list of tags to a map. AWS lists tags as Name and Value, or as Key and Value. */
function fromAwsMap(tags: unknown[]): Fields {
  return Object.fromEntries(
    tags.map((tag) => [print(fieldOf(tag, "Name") ?? fieldOf(tag, "Key")), print(fieldOf(tag, "Value"))]),
  );
}

/**
 * Parses a time from the status page. The dashboard uses RFC 3339; messages contain a day, a time and a zone, which is
 * Pacific time by default.
 */
function incidentTime(text: string): Date {
  const trimmed = text.trim();
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(trimmed)) {
    const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(trimmed) ? trimmed : `${trimmed}Z`);
    if (!Number.isNaN(time.getTime())) return time;
  }
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?(?:\(?([A-Za-z_/]{2,40})\)?)?$/.exec(trimmed);
  const time = parts ? new Date(`${parts[1]}T${parts[2]}Z`) : new Date(Number.NaN);
  if (!parts || Number.isNaN(time.getTime()))
    throw new ExpressionFault(`${JSON.stringify(text)} is not an incident time such as 2026-01-31T08:00:00+00:00.`);
  const zone = /^(?:P[SD]T|US\/Pacific)?$/.test(parts[3] ?? "") ? "America/Los_Angeles" : parts[3]!;
  return new Date(time.getTime() - zoneOffset(time, zone) * 60_000);
}

/** Returns one check result per incident of the status page; an incident that has ended passes. */
const incidentResults = (incidents: unknown[]): Fields[] =>
  incidents.map((incident) => {
    const fieldText = (name: string) => print(fieldOf(incident, name) ?? "");
    const id = fieldText("id") || fieldText("number");
    if (id === "")
      throw new ExpressionFault("gcp.incidents.toCheckResult needs incidents as the status page lists them.");
    const products = fieldOf(incident, "affected_products");
    const titles = Array.isArray(products) ? products.map((product) => print(fieldOf(product, "title") ?? "")) : [];
    const end = fieldText("end");
    const begin = fieldText("begin");
    return {
      id,
      name: titles.length > 0 ? titles.join(", ") : fieldText("service_name") || id,
      description: fieldText("external_desc"),
      pass: end !== "",
      message: end === "" ? fieldText("external_desc") : "",
      detail: incident,
      severity: fieldText("severity"),
      labels: { id, severity: fieldText("severity"), impact: fieldText("status_impact") },
      ...(begin === "" ? {} : { start: incidentTime(begin) }),
      ...(end === "" ? {} : { end: incidentTime(end) }),
    };
  });

export const clouds: readonly LibraryFunction[] = [
  {
    name: "aws.arnToMap",
    celNames: ["arnToMap"],
    takes: ["string"],
    gives: "map",
    says: "The parts of an ARN",
    call: arnToMap,
  },
  {
    name: "aws.fromAWSMap",
    celNames: ["fromAWSMap"],
    takes: ["list"],
    gives: "map",
    says: "Converts a list of AWS tags to a map",
    call: fromAwsMap,
  },
  {
    name: "gcp.ParseIncidentTime",
    takes: ["string"],
    gives: "time",
    says: "Parses a time from Google Cloud's status page",
    call: incidentTime,
  },
  {
    name: "gcp.incidents.toCheckResult",
    takes: ["any"],
    gives: "any",
    says: "Converts one or more incidents of Google Cloud's status page to check results",
    call: (trimmed: unknown) => {
      const value = typeof trimmed === "string" ? json(trimmed) : trimmed;
      return Array.isArray(value) ? incidentResults(value) : incidentResults([value])[0];
    },
  },
];

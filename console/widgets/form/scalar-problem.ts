// Error messages for a single number or text.
import { envVarProblem } from "#language/env-var.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { FieldName } from "#language/field-marks.ts";
import { parseMemory, parseMillicores } from "#lib/text/quantity.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";

export type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** The rules of a JSON schema for texts and numbers. */
export interface ScalarRules {
  type?: JsonType | readonly JsonType[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  allOf?: readonly ScalarRules[];
}

export const REQUIRED = "This field is required";
export const NUMBER = "This field must be a number";
export const WHOLE_NUMBER = "This field must be a whole number";

type Check = (value: unknown) => string | undefined;

const parseCheck =
  (read: (text: string) => unknown): Check =>
  (value) =>
    typeof value === "string" && value !== "" ? problemOf(() => read(value)) : undefined;

/** Fields whose text has its own syntax. */
const languages: Partial<Readonly<Record<FieldName, Check>>> = {
  duration: parseCheck(parseDuration),
  schedule: parseCheck(parseSchedule),
  bytes: parseCheck(parseMemory),
  millicores: parseCheck(parseMillicores),
  "env-var": envVarProblem,
};

export const languageProblem = (field: FieldName | undefined, value: unknown) =>
  field === undefined ? undefined : languages[field]?.(value);

export function numberProblem(value: unknown, schema: ScalarRules): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return NUMBER;
  if (schema.type === "integer" && !Number.isInteger(value)) return WHOLE_NUMBER;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) return `Must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `Must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `Must be more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `Must be less than ${exclusiveMaximum}`;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return `Must be a multiple of ${multipleOf}`;
  return undefined;
}

/** Tolerates rounding errors: 0.3 is a multiple of 0.1. */
const isMultiple = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-9;

const formats: Readonly<Record<string, string>> = {
  uri: "Must be an address, such as https://example.org",
  url: "Must be an address, such as https://example.org",
  email: "Must be an email address, such as ada@example.org",
  "date-time": "Must be a date and time, such as 2026-11-15T08:00:00Z",
  date: "Must be a date, such as 2026-11-15",
  time: "Must be a time of day, such as 08:00:00",
  uuid: "Must be a UUID, such as 3f2b8a9e-0c1d-4e5f-8a7b-6c5d4e3f2a1b",
  ipv4: "Must be an IPv4 address, such as 192.0.2.1",
  ipv6: "Must be an IPv6 address, such as 2001:db8::1",
  cidrv4: "Must be an address range, such as 192.0.2.0/24",
  hostname: "Must be a host name, such as db.example.org",
};

export function textProblem(text: string, schema: ScalarRules): string | undefined {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const { length } = text;
  if (length === 0 && minLength > 0) return REQUIRED;
  if (length < minLength) return `Must have at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `Must have at most ${maxLength} characters (has ${length})`;
  const isWrong = (pattern !== undefined && !matches(pattern, text)) || (isAddress(format) && !URL.canParse(text));
  if (isWrong) return (format && formats[format]) || `Must match ${pattern}`;
  return schema.allOf?.map((part) => textProblem(text, part)).find(Boolean);
}

const isAddress = (format: string | undefined) => format === "uri" || format === "url";

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    // The pattern uses another regex dialect; the server will check it.
    return true;
  }
}

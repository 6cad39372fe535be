import { useState } from "react";
import { defaultFor, type JsonSchema, type SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import type { GalleryEntry } from "../entry.ts";

const credential: JsonSchema = {
  field: "env-var",
  anyOf: [
    { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
    { type: "object", properties: { valueFrom: { type: "object" } }, required: ["valueFrom"] },
  ],
};

/** The schema of an HTTP check as zod prints it. */
const httpCheck: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, description: "Unique within its canary." },
    url: { type: "string", format: "uri", label: "URL" },
    method: { type: "string", enum: ["GET", "POST", "PUT", "DELETE"], default: "GET" },
    schedule: { type: "string", field: "schedule" },
    thresholdMillis: { type: "integer", minimum: 1, label: "Max Response Time (in millis)" },
    responseCodes: { type: "array", items: { type: "number", enum: [200, 201, 202, 204, 301, 302, 401, 404, 500] } },
    followRedirects: { type: "boolean", default: true, description: "At most ten headers." },
    headers: {
      type: "array",
      description: "Sent with every request, in this order.",
      items: {
        type: "object",
        properties: { name: { type: "string", minLength: 1 }, value: credential },
        required: ["name"],
      },
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
    authentication: {
      type: "object",
      description: "The credentials that the server receives.",
      properties: { username: credential, password: credential },
      required: ["username", "password"],
    },
    target: {
      oneOf: [
        {
          type: "object",
          properties: { type: { const: "host" }, host: { type: "string" } },
          required: ["type", "host"],
        },
        {
          type: "object",
          properties: {
            type: { const: "service" },
            namespace: { type: "string", default: "default" },
            service: { type: "string" },
          },
          required: ["type", "service"],
        },
      ],
    },
    limits: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          memory: { type: "string", field: "bytes" },
          cpu: { type: "string", field: "millicores", label: "CPU" },
        },
      },
    },
    paths: { type: "array", items: { type: "string" }, minItems: 1 },
    matches: { description: "Variables for the template." },
  },
  required: ["name", "url", "paths"],
};

const filled = {
  name: "checkout-is-reachable-from-the-other-side-of-the-world-and-answers-within-its-budget",
  url: "https://shop.example.org/checkout",
  schedule: "0 9 * * 1-5",
  responseCodes: [200, 204],
  headers: [
    { name: "Authorization", value: { valueFrom: { secretKeyRef: { name: "shop", key: "token" } } } },
    { name: "X-Probe", value: { value: "quarterdeck" } },
  ],
  labels: { team: "payments", tier: "1" },
  authentication: { username: { value: "probe" }, password: { value: "***" } },
  target: { type: "service", service: "checkout" },
  limits: { small: { memory: "512Mi", cpu: "250m" } },
  paths: ["/checkout", "/checkout/confirm"],
  matches: { any: ["ok", 1] },
  addedByHand: { since: 2024 },
};

/**
 * The schema of a connection as zod prints it: the chosen variant determines the fields, and the port is next to the
 * host.
 */
const connection: JsonSchema = {
  type: "object",
  properties: {
    host: { type: "string", minLength: 1 },
    port: { type: "integer", minimum: 1, maximum: 65_535, default: 22, isBeside: true },
    authentication: { type: "string", enum: ["None", "Basic", "SSH"], default: "None", field: "options" },
    username: { type: "string", field: "env-var", secret: true, shownWhen: { authentication: "Basic" } },
    password: { type: "string", field: "env-var", secret: true, shownWhen: { authentication: "Basic" } },
    key: {
      type: "string",
      field: "env-var",
      secret: true,
      isLong: true,
      label: "SSH Key",
      shownWhen: { authentication: "SSH" },
    },
    channel: { type: "string", field: "secret", secret: false },
  },
  required: ["host"],
};

const serverProblems: readonly SchemaProblem[] = [
  { path: ["name"], message: "There is already a check with this name." },
  { path: ["headers", 1, "name"], message: "This header is set by the server itself." },
  { path: ["authentication", "password"], message: "The secret cannot be read." },
];

interface ShownProps {
  begin: unknown;
  readOnly?: boolean;
  problems?: readonly SchemaProblem[];
  schema?: JsonSchema;
}

function Shown({ begin, schema = httpCheck, ...rest }: ShownProps) {
  const [value, setValue] = useState(begin);
  return (
    <div className="flex flex-col gap-6 wide:flex-row">
      <div className="max-w-2xl min-w-0 flex-1">
        <SpecForm schema={schema} value={value} onChange={setValue} {...rest} />
      </div>
      <pre
        data-value
        tabIndex={0}
        aria-label="Value"
        className="max-w-sm min-w-0 flex-1 overflow-auto font-mono text-meta text-muted"
      >
        {JSON.stringify(value, undefined, 1)}
      </pre>
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Form from a schema",
  group: "Forms",
  states: [
    { name: "New", draw: () => <Shown begin={defaultFor(httpCheck)} /> },
    { name: "Filled", draw: () => <Shown begin={filled} /> },
    { name: "Refused by the server", draw: () => <Shown begin={filled} problems={serverProblems} /> },
    { name: "Read only", draw: () => <Shown begin={filled} readOnly /> },
    { name: "With a choice", draw: () => <Shown schema={connection} begin={defaultFor(connection)} /> },
    {
      name: "Stored secrets",
      draw: () => (
        <Shown
          schema={connection}
          begin={{ host: "git.example.org", port: 22, authentication: "SSH", key: "***", channel: "***" }}
        />
      ),
    },
    {
      name: "Does not match its schema",
      draw: () => <Shown begin={{ name: 5, url: ["a"], headers: "none", followRedirects: "yes", paths: [1] }} />,
    },
  ],
};

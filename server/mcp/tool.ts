// The types of the tools, resources and prompts that areas offer to MCP clients. An area lists them as `mcp` of its
// ServerArea. They send requests to our own API with the credentials of the caller, so a client can do exactly what its
// token allows.
import type { z } from "zod";
import type { AnyShape, Call } from "#language/call.ts";
import type { Feature } from "#language/features.ts";
import type { ActionSubject, RowAction, SpecialAction } from "#language/permissions.ts";
import type { Row } from "../db/writes.ts";
import type { PersonActor, TokenActor } from "../http/actor.ts";

/** Fields may be left out, because the route validates the request. */
type Loose<Part> = Part extends object ? Partial<Part> : Part;

/** The parts of a request, as its contract declares them. */
export interface CallParts<S extends AnyShape> {
  params?: Loose<S["params"]>;
  query?: Loose<S["query"]>;
  body?: Loose<S["body"]>;
}

/** The caller of a tool, resource or prompt. The methods throw a Problem if a request is refused. */
export interface McpCaller {
  actor: PersonActor | TokenActor;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  ask<S extends AnyShape>(call: Call<S>, parts: CallParts<S>): Promise<S["answer"]>;
  /** Reads rows through the data API. The query has PostgREST parameters, such as `select` and `limit`. */
  rows(relation: string, query: Readonly<Record<string, string>>): Promise<Row[]>;
  /** Creates a row through the data API, and returns the row. */
  insert(relation: string, row: Row): Promise<Row>;
  /** Reads the text of an artifact, at most `maxBytes` bytes. */
  text(path: string, maxBytes: number): Promise<string>;
  /** Returns a code with which this person can confirm this plan, once and within ten minutes. */
  planCode(plan: unknown): string;
  /** Marks the code as used. Throws if the code does not confirm the plan. */
  usePlanCode(plan: unknown, code: string): Promise<void>;
}

interface Offered {
  name: string;
  title: string;
  description: string;
  /** Clients do not see the tool while this feature is disabled. */
  feature?: Feature;
  /** Callers without this right on any row do not see the tool. The requests of the tool check the rights again. */
  needs?: { action: RowAction | SpecialAction; on: ActionSubject };
}

/**
 * The source of foreign text in an answer. The answer marks this text as data, so that clients do not follow
 * instructions in it.
 */
export type Quoted = "config items" | "log lines" | "checks" | "playbook runs" | "messages" | "artifacts" | "views";

export interface McpTool<Input extends z.ZodObject = z.ZodObject> extends Offered {
  /** Letters, digits, `_` and `-`; at most 64 characters. */
  name: string;
  /** Older names. Clients can call them, but the tool list does not contain them. */
  aliases?: readonly string[];
  input: Input;
  /** Replaces the JSON schema of `input`, for arguments that are known only at run time. */
  inputSchema?: Readonly<Record<string, unknown>>;
  /** Default: the tool only reads. */
  changes?: "adds" | "destroys";
  quotes?: Quoted;
  /** How to get the rest of an answer that is too long. */
  more?: string;
  run(input: z.output<Input>, caller: McpCaller): Promise<unknown>;
}

export interface McpResource extends Offered {
  /** A URI with parameters: `connection://{namespace}/{name}`. */
  uri: string;
  quotes?: Quoted;
  read(params: Readonly<Record<string, string>>, caller: McpCaller): Promise<unknown>;
}

export interface McpPrompt extends Offered {
  arguments?: readonly { name: string; description: string; required?: boolean }[];
  /** Returns the text of the user's message. */
  text(values: Readonly<Record<string, string>>): string;
}

export interface McpParts {
  tools?: readonly McpTool[];
  /** Returns the tools of stored rows that the caller may use, such as one tool for each playbook. */
  toolsFor?: (caller: McpCaller) => Promise<readonly McpTool[]>;
  resources?: readonly McpResource[];
  prompts?: readonly McpPrompt[];
}

/** Joins parts to a tool name, and replaces characters that tool names cannot contain. */
export const toolName = (...parts: readonly string[]): string =>
  parts
    .map((part) =>
      part
        .trim()
        .replaceAll(/[^A-Za-z0-9-]+/g, "_")
        .replaceAll(/^_+|_+$/g, ""),
    )
    .filter((part) => part !== "")
    .join("_")
    .slice(0, maxName);

const maxName = 64;

/**
 * Returns the tool name of each row, by row id. If several rows would have the same name, a part of the row id is added
 * to each name, so that a person cannot create a row that hides the tool of another row.
 */
export function toolNamesOf<Stored extends { id: string }>(
  rows: readonly Stored[],
  nameOf: (row: Stored) => string,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return new Map(
    rows.map((row) => {
      const name = nameOf(row);
      const suffix = `_${row.id.replaceAll("-", "").slice(-12)}`;
      return [row.id, counts.get(name) === 1 ? name : name.slice(0, maxName - suffix.length) + suffix];
    }),
  );
}

/** Infers the type of the input. */
export const defineTool = <Input extends z.ZodObject>(tool: McpTool<Input>): McpTool<Input> => tool;

/** Reduces rows to the selected fields. Without a selection, the rows keep all fields. */
export function selectFields(rows: readonly object[], fields: readonly string[] | undefined): unknown[] {
  if (!fields || fields.length === 0) return [...rows];
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))));
}

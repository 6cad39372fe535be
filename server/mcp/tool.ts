// Tools, resources and prompts that areas offer to MCP clients, listed as `mcp` of a ServerArea. They send requests to
// the product's own API with the credentials of the caller, so that a client can do exactly what its token can do.
import type { z } from "zod";
import type { AnyShape, Call } from "#language/call.ts";
import type { Feature } from "#language/features.ts";
import type { ActionSubject, RowAction, SpecialAction } from "#language/permissions.ts";
import type { Row } from "../db/writes.ts";
import type { PersonActor, TokenActor } from "../http/actor.ts";

/** The route validates a request, so fields may be left out. */
type Loose<Part> = Part extends object ? Partial<Part> : Part;

/** The parts of a request that its contract declares. */
export interface CallParts<S extends AnyShape> {
  params?: Loose<S["params"]>;
  query?: Loose<S["query"]>;
  body?: Loose<S["body"]>;
}

/** The caller of a tool, resource or prompt. Every method throws the Problem of a refused request. */
export interface McpCaller {
  actor: PersonActor | TokenActor;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  ask<S extends AnyShape>(call: Call<S>, parts: CallParts<S>): Promise<S["answer"]>;
  /** Reads rows of the data API. The query has PostgREST's parameters, such as `select` and `limit`. */
  rows(relation: string, query: Readonly<Record<string, string>>): Promise<Row[]>;
  /** Creates a row with the data API, and returns it. */
  insert(relation: string, row: Row): Promise<Row>;
  /** Reads the text of an artifact, up to a number of bytes. */
  text(path: string, maxBytes: number): Promise<string>;
  /** Returns a code that confirms this plan of this person, for ten minutes and once. */
  planCode(plan: unknown): string;
  /** Uses the code up. Throws if it does not confirm the plan. */
  usePlanCode(plan: unknown, code: string): Promise<void>;
}

interface Offered {
  name: string;
  title: string;
  description: string;
  /** Not offered while the feature is disabled. */
  feature?: Feature;
  /** Not offered to callers who may not do this with any row. The requests of the tool check the rights again. */
  needs?: { action: RowAction | SpecialAction; on: ActionSubject };
}

/** The systems whose text an answer contains. The answer marks such text as data, so that clients do not obey it. */
export type Quoted = "config items" | "log lines" | "checks" | "playbook runs" | "messages" | "artifacts" | "views";

export interface McpTool<Input extends z.ZodObject = z.ZodObject> extends Offered {
  /** Letters, digits, `_` and `-`; at most 64 characters. */
  name: string;
  /** Older names, which clients can call but which are not listed. */
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
  /** Tools that depend on stored rows and on the caller, such as one per playbook. */
  toolsFor?: (caller: McpCaller) => Promise<readonly McpTool[]>;
  resources?: readonly McpResource[];
  prompts?: readonly McpPrompt[];
}

/** Joins parts to the name of a tool, without characters that names cannot have. */
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
 * Returns the names of the tools of rows, by id. Rows with the same name get a part of their ids, so that a person
 * cannot create a row that hides the tool of another row.
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

/** Reduces rows to the selected fields; without a selection they stay whole. */
export function selectFields(rows: readonly object[], fields: readonly string[] | undefined): unknown[] {
  if (!fields || fields.length === 0) return [...rows];
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))));
}

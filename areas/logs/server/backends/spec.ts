// The spec of a log backend: the systems that store logs, and the requests that each system gets.
import type { z } from "zod";
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import { list, part } from "#server/spec/parts.ts";
import { readers } from "../readers/index.ts";

const types = readers.map(({ type }) => type);

const backend = part(
  Object.fromEntries(
    readers.map(({ type, title, spec }) => [type, spec.optional().meta({ label: title })] as const),
  ) as Record<string, z.ZodOptional<z.ZodType>>,
)
  .superRefine((entry, context) => {
    const named = types.filter((type) => entry[type] !== undefined);
    if (named.length !== 1)
      context.addIssue({
        code: "custom",
        message: `must have exactly one of ${types.slice(0, -1).join(", ")} and ${types.at(-1)}`,
      });
  })
  .meta({ hasOneField: true });

export const logBackendSpec = part({ backends: list(backend).optional().meta({ label: "Backends" }) });

/** Returns the reader and the spec of each entry. */
export function entriesIn(
  spec: unknown,
): { reader: (typeof readers)[number]; spec: Readonly<Record<string, unknown>> }[] {
  const { backends } = (spec ?? {}) as { backends?: unknown };
  return (Array.isArray(backends) ? backends : []).flatMap((entry: unknown) =>
    readers.flatMap((reader) => {
      const own = (entry as Readonly<Record<string, unknown>> | null)?.[reader.type];
      return typeof own === "object" && own !== null
        ? [{ reader, spec: own as Readonly<Record<string, unknown>> }]
        : [];
    }),
  );
}

/**
 * A backend that reads files or runs a program acts with the rights of the server: only administrators may write it.
 */
export function refuseOthers(actor: Actor, specs: readonly unknown[]): void {
  for (const spec of specs)
    if (entriesIn(spec).some(({ reader }) => reader.onlyAdmins)) onlyAdmins(actor, { what: "file" });
}

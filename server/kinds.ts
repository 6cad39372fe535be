// Kinds are variants with one file each, such as a check type or a settings resource. Each schema is declared once: it
// validates input, and as JSON schema it defines the form and the editor. Unknown keys are kept when a spec is stored.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { kindsOf, type KindDescription } from "#language/kinds.ts";
import { problem } from "#language/problem.ts";
import { constantAnswer, constantBody, type ConstantAnswer } from "./http/constant-answer.ts";
import { handle } from "./http/handle.ts";

export interface Kind<Spec extends z.ZodType = z.ZodType> {
  /** The family: `resource`, `check`. */
  family: string;
  /** The type in rows and specs. */
  type: string;
  title: string;
  /** A name in console/widgets/technology/technologies.ts. */
  icon: string;
  /** The heading in the picker of kinds. Default: Other. */
  group?: string;
  isForMessages?: true;
  isHidden?: true;
  /** Returns the command that installs the optional driver of the kind, while the driver is missing. */
  installCommand?: () => string | undefined;
  spec: Spec;
  /** For a resource: returns the entry of its spec that a path points into, such as a check of a canary. */
  entryAt?(spec: unknown, path: readonly (string | number)[]): { type: string; name: string } | undefined;
}

/** Infers the type of a kind's spec. */
export const defineKind = <Spec extends z.ZodType>(kind: Kind<Spec>): Kind<Spec> => kind;

export interface Kinds {
  /** Returns undefined for an unknown family. */
  of(family: string): readonly KindDescription[] | undefined;
}

export function createKinds(areas: readonly { name: string; kinds?: readonly Kind[] }[]): Kinds {
  const families = new Map<string, Map<string, Kind>>();
  for (const { name, kinds = [] } of areas)
    for (const kind of kinds) {
      const family = families.get(kind.family) ?? new Map<string, Kind>();
      families.set(kind.family, family);
      if (family.has(kind.type)) throw new Error(`${name} declares a second ${kind.family} ${kind.type}`);
      family.set(kind.type, kind);
    }
  // The descriptions are generated on first use and then cached.
  const printed = new Map<string, readonly KindDescription[]>();
  return {
    of(family) {
      const kinds = families.get(family);
      if (!kinds) return undefined;
      const known = printed.get(family) ?? [...kinds.values()].map(describeKind);
      printed.set(family, known);
      // A driver can be installed while the server runs.
      return known.map((kind) => withCommand(kind, kinds.get(kind.type)!.installCommand?.()));
    },
  };
}

export const describeKind = ({ type, title, icon, group, isForMessages, isHidden, spec }: Kind): KindDescription => ({
  type,
  title,
  icon,
  group,
  isForMessages,
  isHidden,
  // Parts that are used several times become references.
  schema: z.toJSONSchema(spec, { io: "input", reused: "ref", unrepresentable: "any" }),
});

const withCommand = (kind: KindDescription, install: string | undefined): KindDescription =>
  install === undefined ? kind : { ...kind, install };

const schema = {
  params: z.object({ family: z.string() }),
  query: z.object({ type: z.string().optional() }),
  answer: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      icon: z.string(),
      group: z.string().optional(),
      isForMessages: z.boolean().optional(),
      isHidden: z.boolean().optional(),
      install: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).readonly(),
    }),
  ),
};

export function kindRoutes(app: FastifyInstance, kinds: Kinds): void {
  // The schemas of a family are a few hundred kilobytes of JSON, the same for all clients.
  const printed = new Map<string, ConstantAnswer>();
  const summary = "The kinds of a family, such as resource, with the JSON schema of their specs";
  const options = { access: "signed-in", summary, type: "application/json; charset=utf-8" } as const;
  handle(app, kindsOf, schema, options, ({ params: { family }, query: { type }, request, reply }) => {
    const all = kinds.of(family);
    if (!all) throw problem.notFound("family of kinds", family);
    const wanted = all.filter((kind) => type === undefined || kind.type === type);
    if (wanted.length === 0) return [];
    const key = [family, type, ...wanted.map(({ install }) => install)].join(" ");
    const answer = printed.get(key) ?? constantAnswer(JSON.stringify(wanted));
    printed.set(key, answer);
    // The body is the serialized form of the response that the contract declares.
    return constantBody(request, reply, answer) as unknown as typeof wanted;
  });
}

// The resource that a link selects for silencing, with its ancestors, which can be silenced instead.
import { queryOptions } from "@tanstack/react-query";
import { ask, db } from "#console/client/rows.ts";
import type { Json, Labels } from "#language/columns.ts";
import type { MessageKind } from "../../model.ts";

export interface Silenceable {
  kind: MessageKind;
  id: string;
  name: string;
  type: string | null;
  tags: Labels;
}

/** The ancestors, from the root to the resource itself. Empty if the resource does not exist or is not visible. */
export const silenceablesOf = (kind: MessageKind, id: string) =>
  queryOptions({
    queryKey: ["silenceable resources", kind, id],
    queryFn: ({ signal }): Promise<readonly Silenceable[]> => readers[kind](id, signal),
  });

type Reader = (id: string, signal: AbortSignal) => Promise<readonly Silenceable[]>;

interface WithPath {
  id: string;
  name: string;
  type: string | null;
  tags: Labels | null;
  path: string | null;
}

const readers: Readonly<Record<MessageKind, Reader>> = {
  config: withAncestors("config", (ids) =>
    db.from("config_items").select<string, WithPath>("id,name,type,tags,path").in("id", ids).is("deleted_at", null),
  ),
  component: withAncestors("component", (ids) =>
    db
      .from("components")
      .select<string, WithPath>("id,name,type,tags:labels,path")
      .in("id", ids)
      .is("deleted_at", null),
  ),
  check: async (id, signal) => {
    const query = db
      .from("checks")
      .select<string, WithPath & { canary: { id: string; name: string } }>(
        "id,name,type,tags:labels,canary:canary_id(id,name)",
      );
    const [check] = (await ask(query.eq("id", id), signal)).rows;
    if (!check) return [];
    return [
      { kind: "canary", id: check.canary.id, name: check.canary.name, type: null, tags: {} },
      { kind: "check", id, name: check.name, type: check.type, tags: check.tags ?? {} },
    ];
  },
  canary: async (id, signal) => {
    const query = db.from("canaries").select<string, WithPath>("id,name,tags:labels");
    const [canary] = (await ask(query.eq("id", id), signal)).rows;
    return canary ? [{ kind: "canary", id, name: canary.name, type: null, tags: canary.tags ?? {} }] : [];
  },
};

type Request = Parameters<typeof ask<WithPath>>[0];

/** Reads a resource and the ancestors in its path. */
function withAncestors(kind: MessageKind, request: (ids: readonly string[]) => Request): Reader {
  return async (id, signal) => {
    const [own] = (await ask(request([id]), signal)).rows;
    if (!own) return [];
    const above = (own.path ?? "").split(".").filter((step) => step !== "" && step !== id);
    const found = above.length === 0 ? [] : (await ask(request(above), signal)).rows;
    // The path begins at the root.
    const inOrder = found.toSorted((a, b) => above.indexOf(a.id) - above.indexOf(b.id));
    return [...inOrder, own].map(({ id: key, name, type, tags }) => ({ kind, id: key, name, type, tags: tags ?? {} }));
  };
}

/** An attribute that several resources share, and the selector for it. */
export interface Attribute {
  label: string;
  selector: Json;
}

/** The kinds and tags of the resources, each once. */
export function attributesOf(resources: readonly Silenceable[]): Attribute[] {
  const types = new Set(resources.flatMap(({ type }) => type ?? []));
  const tags = new Set(resources.flatMap((one) => Object.entries(one.tags).map(([key, value]) => `${key}=${value}`)));
  return [
    ...[...types].map((type) => ({ label: type.replace(/^Kubernetes::/, ""), selector: { types: [type] } })),
    ...[...tags].sort().map((tag) => ({ label: tag, selector: { tagSelector: tag } })),
  ];
}

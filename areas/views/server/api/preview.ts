// Computes the data of a draft that an editor shows. Nothing is stored. The caller needs the right to save the view,
// because a preview can do everything that a saved view can do. Connections are used with the rights of the caller.
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import { mayOne, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { readIfOpens, restoreDocument } from "#server/spec/sealed-columns.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import type * as schema from "../../contract.schema.ts";
import { bodyOf, headOf } from "../refresh/answer.ts";
import { linkedViews, otherViewsFor } from "../refresh/other-views.ts";
import { fingerprintOf, inTurn, prepareRefresh, refresh } from "../refresh/refresh.ts";
import { viewData } from "../refresh/view-data.ts";
import { findViews, parseSpec, requireViews } from "../refresh/view-row.ts";
import { readerOf } from "../rights/reader.ts";
import { viewSpec, type ViewSpec } from "../spec/view-spec.ts";

type Draft = z.output<typeof schema.previewView.body>;

const maxMs = 60_000;

export async function previewView(
  system: System,
  actor: Actor,
  draft: Draft,
  { signal, scrubber }: { signal: AbortSignal; scrubber: Scrubber },
): Promise<Buffer> {
  await requireViews(system, actor);
  const { spec, namespace, name } = await specOfDraft(system, actor, draft);
  const { id } = draft;
  const sent = draft.variables ?? {};
  scrubber.know(...secretTexts(viewSpec, spec));
  const refreshing = {
    namespace,
    spec,
    reader: readerOf(system, actor, spec),
    sent,
    author: async () => actor,
    otherViews: otherViewsFor(system, actor, {
      trail: id === undefined ? [] : [id],
      read: (ref, mode) => viewData(system, actor, { ...ref, timeoutMs: maxMs }, mode),
    }),
    viewIds: await linkedViews(system, spec),
    scrubber,
  };
  const prepared = await prepareRefresh(system, refreshing, signal);
  const refreshed = await inTurn(() =>
    refresh(system, refreshing, prepared, { signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]) }),
  );
  const head = headOf({ ...(id !== undefined && { id }), namespace, name }, spec, fingerprintOf(sent), refreshed);
  return bodyOf(
    {
      refreshedAt: new Date().toISOString(),
      isComplete: refreshed.errors.length === 0,
      errors: refreshed.errors,
      head: JSON.stringify(head),
      rows: refreshed.computed?.rows ?? Buffer.from("[]"),
    },
    { source: "fresh" },
  );
}

interface DraftView {
  spec: ViewSpec;
  namespace: string;
  name: string;
}

/**
 * Returns the spec with the stored credentials in place of each ***, if the actor may update the stored view. The draft
 * gets the name and namespace of the stored view, because the actor may have no right to the secrets of another
 * namespace.
 */
async function specOfDraft(system: System, actor: Actor, { id, namespace, name, spec }: Draft): Promise<DraftView> {
  const action = id === undefined ? "create" : "update";
  if (reachOf(actor, action, "views") === "none") throw problem.forbidden(action, "views");
  const saved = id === undefined ? undefined : (await findViews(system, actor)).find((view) => view.id === id);
  if (id !== undefined && !saved) throw problem.notFound("view", id);
  const named = saved ?? { namespace, name };
  const row = { ...(saved && { id: saved.id, labels: saved.labels }), name: named.name, namespace: named.namespace };
  if (!mayOne(actor, action, "views", row)) throw problem.forbidden(action, "views");
  const editable = saved && isKeptHere(saved.source) ? saved : undefined;
  const stored =
    editable &&
    readIfOpens(
      system.secrets,
      { table: "views", id: editable.id, column: "spec" },
      { masked: editable.spec, sealed: editable.spec_secrets },
    );
  const restored = parseSpec(restoreDocument(viewSpec, parseSpec(spec), { column: "spec", stored }));
  return { spec: restored, namespace: named.namespace, name: named.name };
}

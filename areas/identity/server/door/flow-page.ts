// What all flows have in common at the door: a form is handed out, fetched, submitted, refused, and begun anew when it came
// too late. What is in the form, and what a submit does, is each kind's own.
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { FlowMessage } from "#language/columns.ts";
import { scrubUrl } from "#server/log.ts";
import type { AnyFlow } from "../../model.ts";
import { csrfTokenFor, csrfViolation, giveBrowserSecret, requireCsrfToken, requireSameBrowser } from "../csrf.ts";
import type { Drawing } from "../flows/drawing.ts";
import { passOnPending, type SealPending } from "../flows/pending.ts";
import {
  findFlow,
  flowExpired,
  isOver,
  keepAttempt,
  restartFlow,
  startFlow,
  type Flow,
  type FlowKind,
  type FlowStart,
  type Kept,
} from "../flows/store.ts";
import { madeAt, originOf } from "../own-site.ts";
import { digestOf } from "../random-token.ts";
import { chargeFlow } from "../throttle.ts";
import { doorPath, once, readQuery, screens, wantsJson, type Door, type SignedInActor } from "./door.ts";

/** A flow in somebody's hands. */
export interface Shown {
  door: Door;
  request: FastifyRequest;
  flow: Flow;
  /** The browser's secret; none for an api client. */
  secret: string | undefined;
}

export interface FlowPage {
  kind: FlowKind & keyof typeof screens;
  /** Said above the new form when the old one came too late. */
  expired: FlowMessage;
  draw(shown: Shown): Promise<AnyFlow>;
  /** What a form of this kind keeps sealed from its beginning. */
  pending?(door: Door): SealPending;
}

export type Submitted = Readonly<Record<string, unknown>>;

/** One submit on its way through. */
export interface Submit extends Shown {
  page: FlowPage;
  reply: FastifyReply;
  session: SignedInActor | null;
  submitted: Submitted;
}

/** Where a flow's form is sent, and what binds it to its browser. */
export const drawingOf = ({ door, request, flow, secret }: Shown): Drawing => ({
  action: `${originOf(request, door.publicUrl)}${doorPath}/self-service/${flow.kind}?flow=${flow.id}`,
  csrfToken: secret === undefined ? "" : csrfTokenFor(secret, flow.id),
});

type Begun = Omit<FlowStart, "kind" | "type" | "csrfDigest" | "requestUrl">;

export async function handOut(
  page: FlowPage,
  type: "browser" | "api",
  { door, request, reply }: Pick<Submit, "door" | "request" | "reply">,
  begun: Begun,
) {
  await chargeFlow(door.db, request.ip);
  const secret = type === "browser" ? giveBrowserSecret(request, reply, door.cookies) : undefined;
  const flow = await startFlow(door.db, {
    kind: page.kind,
    type,
    csrfDigest: secret === undefined ? null : digestOf(secret),
    requestUrl: (originOf(request, door.publicUrl) + scrubUrl(request.url)).slice(0, 2000),
    ...(page.pending && { pending: page.pending(door) }),
    ...begun,
  });
  if (type === "browser" && !wantsJson(request)) return reply.redirect(`${screens[page.kind]}?flow=${flow.id}`, 303);
  return page.draw({ door, request, flow, secret });
}

/** The flow that a request names, for the browser or program that was given it. */
export const fetchFlow =
  (page: FlowPage, door: Door, admit: (flow: Flow, request: FastifyRequest) => Promise<void> = async () => {}) =>
  async (request: FastifyRequest) => {
    const flow = await findFlow(door.db, page.kind, readQuery(request, z.object({ id: once })).id);
    const secret = flow.type === "browser" ? requireSameBrowser(request, flow, door.cookies) : undefined;
    await admit(flow, request);
    if (isOver(flow) && !isShownAfterwards(flow)) throw flowExpired(flow);
    return page.draw({ door, request, flow, secret });
  };

/** A verification that succeeded says so when it is looked at again. */
const isShownAfterwards = ({ kind, state, expires_at }: Flow) =>
  kind === "verification" && state === "passed_challenge" && Date.parse(expires_at) > Date.now();

/** Reads a submit, from the right client only. */
export async function takeSubmit(
  page: FlowPage,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Submit> {
  const flow = await findFlow(door.db, page.kind, readQuery(request, z.object({ flow: once })).flow);
  const submitted = asRecord(request.body);
  const secret = requireRightClient(door, request, flow, submitted);
  const session = await door.session(request);
  return { page, door, request, reply, flow, secret, session, submitted };
}

const asRecord = (body: unknown): Submitted =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Submitted) : {};

function requireRightClient(door: Door, request: FastifyRequest, flow: Flow, submitted: Submitted): string | undefined {
  const made = madeAt(request, door.publicUrl);
  if (flow.type === "api") {
    // An api flow has no cookie to protect it, so no page may submit one.
    if (made !== "unknown") throw csrfViolation("An api flow cannot be submitted by a browser.");
    return undefined;
  }
  // Under our own referrer policy a plain form says "null"; its token then speaks for it.
  if (made === "elsewhere" && request.headers.origin !== "null")
    throw csrfViolation("The form was sent from another site.");
  const secret = requireSameBrowser(request, flow, door.cookies);
  requireCsrfToken(secret, flow, submitted["csrf_token"] ?? request.headers["x-csrf-token"]);
  return secret;
}

/** The form again, with what it says now; `parts` stand in this answer only. */
export async function showAgain(submit: Submit, method: string | null, kept: Kept, status = 400, parts: object = {}) {
  const { door, flow } = submit;
  return showKept(submit, await keepAttempt(door.db, flow.id, method, kept), status, parts);
}

/** The form as it was kept already. */
export async function showKept(submit: Submit, flow: Flow, status: number, parts: object = {}) {
  const { page, door, request, reply, secret } = submit;
  if (!wantsJson(request)) return reply.redirect(`${screens[page.kind]}?flow=${flow.id}`, 303);
  return reply.code(status).send({ ...(await page.draw({ door, request, flow, secret })), ...parts });
}

/** A new form for one that came too late; what was typed is kept. */
export async function startAnew({ page, door, request, reply, flow }: Submit) {
  await chargeFlow(door.db, request.ip);
  const next = await restartFlow(door.db, flow, {
    ui: { ...flow.ui, messages: [page.expired] },
    pending: page.pending ? page.pending(door) : passOnPending(door.secrets, flow),
  });
  if (wantsJson(request)) throw flowExpired(flow, next);
  return reply.redirect(`${screens[page.kind]}?flow=${next.id}`, 303);
}

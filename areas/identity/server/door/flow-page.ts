// Shared by all flows: creates, fetches and refuses a form, handles its submit, and restarts it if it was submitted too
// late. Each kind defines its form and its submit.
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
import { requestSource, originOf } from "../own-site.ts";
import { digestOf } from "../random-token.ts";
import { chargeFlow } from "../throttle.ts";
import { doorPath, once, readQuery, screens, wantsJson, type Door, type SignedInActor } from "./door.ts";

/** A flow and the client that it is shown to. */
export interface Shown {
  door: Door;
  request: FastifyRequest;
  flow: Flow;
  /** The browser's secret; undefined for an api client. */
  secret: string | undefined;
}

export interface FlowPage {
  kind: FlowKind & keyof typeof screens;
  /** Shown above the new form if the old form was submitted too late. */
  expired: FlowMessage;
  draw(shown: Shown): Promise<AnyFlow>;
  /** Returns the encrypted data with which a form of this kind starts. */
  pending?(door: Door): SealPending;
}

export type Submitted = Readonly<Record<string, unknown>>;

/** A submit that is being processed. */
export interface Submit extends Shown {
  page: FlowPage;
  reply: FastifyReply;
  session: SignedInActor | null;
  submitted: Submitted;
}

/** Returns the URL that the form is submitted to, and its CSRF token. */
export const drawingOf = ({ door, request, flow, secret }: Shown): Drawing => ({
  action: `${originOf(request, door.publicUrl)}${doorPath}/self-service/${flow.kind}?flow=${flow.id}`,
  csrfToken: secret === undefined ? "" : csrfTokenFor(secret, flow.id),
});

type StartOptions = Omit<FlowStart, "kind" | "type" | "csrfDigest" | "requestUrl">;

export async function handOut(
  page: FlowPage,
  type: "browser" | "api",
  { door, request, reply }: Pick<Submit, "door" | "request" | "reply">,
  options: StartOptions,
) {
  await chargeFlow(door.db, request.ip);
  const secret = type === "browser" ? giveBrowserSecret(request, reply, door.cookies) : undefined;
  const flow = await startFlow(door.db, {
    kind: page.kind,
    type,
    csrfDigest: secret === undefined ? null : digestOf(secret),
    requestUrl: (originOf(request, door.publicUrl) + scrubUrl(request.url)).slice(0, 2000),
    ...(page.pending && { pending: page.pending(door) }),
    ...options,
  });
  if (type === "browser" && !wantsJson(request)) return reply.redirect(`${screens[page.kind]}?flow=${flow.id}`, 303);
  return page.draw({ door, request, flow, secret });
}

/** Finds the flow that a request names, for the client that created it. */
export const fetchFlow =
  (page: FlowPage, door: Door, admit: (flow: Flow, request: FastifyRequest) => Promise<void> = async () => {}) =>
  async (request: FastifyRequest) => {
    const flow = await findFlow(door.db, page.kind, readQuery(request, z.object({ id: once })).id);
    const secret = flow.type === "browser" ? requireSameBrowser(request, flow, door.cookies) : undefined;
    await admit(flow, request);
    if (isOver(flow) && !isShownAfterwards(flow)) throw flowExpired(flow);
    return page.draw({ door, request, flow, secret });
  };

/** A successful verification can be shown again. */
const isShownAfterwards = ({ kind, state, expires_at }: Flow) =>
  kind === "verification" && state === "passed_challenge" && Date.parse(expires_at) > Date.now();

/** Parses a submit and checks its client. */
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
  const source = requestSource(request, door.publicUrl);
  if (flow.type === "api") {
    // An api flow is not protected by a cookie, so pages are not allowed to submit it.
    if (source !== "unknown") throw csrfViolation("An api flow cannot be submitted by a browser.");
    return undefined;
  }
  // With the referrer policy of Quarterdeck, a plain form sends the origin "null"; its token is checked instead.
  if (source === "elsewhere" && request.headers.origin !== "null")
    throw csrfViolation("The form was submitted from a different site.");
  const secret = requireSameBrowser(request, flow, door.cookies);
  requireCsrfToken(secret, flow, submitted["csrf_token"] ?? request.headers["x-csrf-token"]);
  return secret;
}

/** Shows the form again with its new state. `parts` are added only to this response. */
export async function showAgain(submit: Submit, method: string | null, kept: Kept, status = 400, parts: object = {}) {
  const { door, flow } = submit;
  return showKept(submit, await keepAttempt(door.db, flow.id, method, kept), status, parts);
}

/** Shows the form that was already stored. */
export async function showKept(submit: Submit, flow: Flow, status: number, parts: object = {}) {
  const { page, door, request, reply, secret } = submit;
  if (!wantsJson(request)) return reply.redirect(`${screens[page.kind]}?flow=${flow.id}`, 303);
  return reply.code(status).send({ ...(await page.draw({ door, request, flow, secret })), ...parts });
}

/** Creates a new form to replace a form that was submitted too late, and keeps the typed values. */
export async function restart({ page, door, request, reply, flow }: Submit) {
  await chargeFlow(door.db, request.ip);
  const next = await restartFlow(door.db, flow, {
    ui: { ...flow.ui, messages: [page.expired] },
    pending: page.pending ? page.pending(door) : passOnPending(door.secrets, flow),
  });
  if (wantsJson(request)) throw flowExpired(flow, next);
  return reply.redirect(`${screens[page.kind]}?flow=${next.id}`, 303);
}

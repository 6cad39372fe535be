// Who is asking, and access tokens; then the sign-in calls at /api/.ory, which follow Kratos' paths.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";
import type { FlowError, IdentitySession, LoginFlow, LogoutFlow, SignedIn } from "./model.ts";

export const whoami = call<Shape<typeof schema.whoami>>("GET", "/api/auth/whoami");

export const createToken = call<Shape<typeof schema.createToken>>("POST", "/api/auth/create_token");
/** One's own; an administrator's answer has everybody's. */
export const tokens = call<Shape<typeof schema.tokens>>("GET", "/api/auth/tokens");
export const deleteToken = call<Shape<typeof schema.deleteToken>>("DELETE", "/api/auth/token/{id}");

/** A call of Kratos' API, which is typed by hand: its shape is not ours to derive. */
interface Asked<Query, Body, Answer> {
  params: undefined;
  query: Query;
  body: Body;
  answer: Answer;
}

interface LoginQuery {
  refresh?: "true" | "false";
  aal?: string;
  return_to?: string;
}

export const createLoginFlow = call<Asked<LoginQuery, undefined, LoginFlow>>(
  "GET",
  "/api/.ory/self-service/login/browser",
);
export const loginFlow = call<Asked<{ id: string }, undefined, LoginFlow>>("GET", "/api/.ory/self-service/login/flows");
/** Refused with 400, the answer is the flow to draw in place of the old one. */
export const submitLogin = call<Asked<{ flow: string }, Readonly<Record<string, unknown>>, SignedIn>>(
  "POST",
  "/api/.ory/self-service/login",
);

export const currentSession = call<Asked<undefined, undefined, IdentitySession>>("GET", "/api/.ory/sessions/whoami");

export const createLogoutFlow = call<Asked<{ return_to?: string }, undefined, LogoutFlow>>(
  "GET",
  "/api/.ory/self-service/logout/browser",
);
export const submitLogout = call<Asked<{ token: string; return_to?: string }, undefined, undefined>>(
  "GET",
  "/api/.ory/self-service/logout",
);

export const flowError = call<Asked<{ id: string }, undefined, FlowError>>("GET", "/api/.ory/self-service/errors");

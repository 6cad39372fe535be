// The current user and access tokens, and the sign-in calls at /api/.ory, which use the paths of Kratos.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";
import type {
  AnyFlow,
  CodeFlow,
  FlowError,
  IdentitySession,
  LoginFlow,
  LogoutFlow,
  RegistrationFlow,
  SettingsFlow,
  SignedIn,
  SignedUp,
} from "./model.ts";

export const whoami = call<Shape<typeof schema.whoami>>("GET", "/api/auth/whoami");

export const createToken = call<Shape<typeof schema.createToken>>("POST", "/api/auth/create_token");
/** Lists the caller's tokens; for administrators, the tokens of all users. */
export const tokens = call<Shape<typeof schema.tokens>>("GET", "/api/auth/tokens");
export const deleteToken = call<Shape<typeof schema.deleteToken>>("DELETE", "/api/auth/token/{id}");

/** The response contains the link, so that an administrator can send the link to the person. */
export const inviteUser = call<Shape<typeof schema.inviteUser>>("POST", "/api/auth/invite_user");
/** Returns the content of a mail, for administrators only. */
export const mail = call<Shape<typeof schema.mail>>("GET", "/api/auth/mails/{id}");

/** Whether mails are sent, and the sender address. */
export const mailing = call<Shape<typeof schema.mailing>>("GET", "/api/auth/mailing");

/** A call of the Kratos API, typed by hand, because its shape is not derived from the schemas of Quarterdeck. */
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
/** If refused with status 400, the response is the flow to show in place of the old flow. */
export const submitLogin = call<Asked<{ flow: string }, Readonly<Record<string, unknown>>, SignedIn>>(
  "POST",
  "/api/.ory/self-service/login",
);

/** Calls of the other flows, which all have the same paths. */
const flowCalls = <Flow extends AnyFlow, Answer>(kind: string) => ({
  create: call<Asked<Readonly<Record<string, string>>, undefined, Flow>>(
    "GET",
    `/api/.ory/self-service/${kind}/browser`,
  ),
  fetch: call<Asked<{ id: string }, undefined, Flow>>("GET", `/api/.ory/self-service/${kind}/flows`),
  submit: call<Asked<{ flow: string }, Readonly<Record<string, unknown>>, Answer>>(
    "POST",
    `/api/.ory/self-service/${kind}`,
  ),
});
export type FlowCalls<Flow extends AnyFlow, Answer> = ReturnType<typeof flowCalls<Flow, Answer>>;

export const recoveryCalls = flowCalls<CodeFlow, CodeFlow>("recovery");
export const verificationCalls = flowCalls<CodeFlow, CodeFlow>("verification");
export const settingsCalls = flowCalls<SettingsFlow, SettingsFlow>("settings");
export const registrationCalls = flowCalls<RegistrationFlow, SignedUp>("registration");

export const currentSession = call<Asked<undefined, undefined, IdentitySession>>("GET", "/api/.ory/sessions/whoami");
/** Lists the caller's other sessions. */
export const otherSessions = call<Asked<undefined, undefined, readonly IdentitySession[]>>("GET", "/api/.ory/sessions");
export const endSession = call<Omit<Asked<undefined, undefined, undefined>, "params"> & { params: { id: string } }>(
  "DELETE",
  "/api/.ory/sessions/{id}",
);
export const endOtherSessions = call<Asked<undefined, undefined, { count: number }>>("DELETE", "/api/.ory/sessions");

export const createLogoutFlow = call<Asked<{ return_to?: string }, undefined, LogoutFlow>>(
  "GET",
  "/api/.ory/self-service/logout/browser",
);
export const submitLogout = call<Asked<{ token: string; return_to?: string }, undefined, undefined>>(
  "GET",
  "/api/.ory/self-service/logout",
);

export const flowError = call<Asked<{ id: string }, undefined, FlowError>>("GET", "/api/.ory/self-service/errors");

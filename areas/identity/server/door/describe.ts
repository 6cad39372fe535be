// Describes the identity routes for the API documentation. They have the formats of Ory Kratos, so only the paths are
// listed here.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { call, type Method } from "#language/call.ts";
import { describeCall } from "#server/http/openapi.ts";
import { doorPath } from "./door.ts";

const routes: readonly [Method, string, string][] = [
  ["GET", "/self-service/login/browser", "Begin to sign in from a browser"],
  ["GET", "/self-service/login/api", "Begin to sign in from a program"],
  ["GET", "/self-service/login/flows", "The sign-in form, by its id"],
  [
    "POST",
    "/self-service/login",
    "Submit the sign-in form; if it is refused with 400, the response is the form with its messages",
  ],
  ["GET", "/self-service/registration/browser", "Begin to create an account from a browser"],
  ["GET", "/self-service/registration/api", "Begin to create an account from a program"],
  ["GET", "/self-service/registration/flows", "The form for a new account, by its id"],
  ["POST", "/self-service/registration", "Submit the form for a new account"],
  ["GET", "/sessions", "The caller's other sessions"],
  ["DELETE", "/sessions", "End all other sessions of the caller"],
  ["DELETE", "/sessions/{id}", "End another session of the caller"],
  ["GET", "/self-service/settings/browser", "Begin to change the caller's settings from a browser"],
  ["GET", "/self-service/settings/api", "Begin to change the caller's settings from a program"],
  ["GET", "/self-service/settings/flows", "The settings form, by its id"],
  ["POST", "/self-service/settings", "Submit a part of the settings form"],
  ...(["recovery", "verification"] as const).flatMap((kind): [Method, string, string][] => [
    ["GET", `/self-service/${kind}/browser`, `Begin a ${kind} from a browser`],
    ["GET", `/self-service/${kind}/api`, `Begin a ${kind} from a program`],
    ["GET", `/self-service/${kind}/flows`, `The ${kind} form, by its id`],
    ["POST", `/self-service/${kind}`, `Submit the ${kind} form: an email, then the code that was sent to it`],
    ["GET", `/self-service/${kind}`, `The link in a ${kind} mail`],
  ]),
  [
    "GET",
    "/self-service/methods/oidc/callback/{provider}",
    "The address to which another identity provider sends the browser back",
  ],
  ["GET", "/self-service/logout/browser", "The URL that ends this session"],
  ["GET", "/self-service/logout", "End this session"],
  ["DELETE", "/self-service/logout/api", "End the session of a program"],
  [
    "GET",
    "/.well-known/ory/webauthn.js",
    "The script with the security key functions, for pages that have none of their own",
  ],
  ["GET", "/self-service/errors", "The error of a browser that was sent to the error page"],
  ["GET", "/sessions/whoami", "The session and its owner; 401 without a session"],
];

export function describeDoor(app: FastifyInstance): void {
  for (const [method, path, summary] of routes)
    describeCall(
      app,
      call(method, doorPath + path),
      { answer: z.looseObject({}) },
      { access: "anyone", summary: `${summary} (Ory Kratos' shape)` },
    );
}

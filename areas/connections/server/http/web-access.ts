// Requests to a web server that a spec describes: authentication, headers and TLS settings.
import type { z } from "zod";
import { part } from "#server/spec/parts.ts";
import { credentialsIn, type Reaching } from "../resolve/reach.ts";
import { webServer, type WebServer } from "../connection/web.ts";
import { grantOf, tokenFor } from "./oauth2.ts";
import { RequestInvalid, type RequestRun } from "./request-run.ts";
import { requestFields } from "./request-spec.ts";
import { tlsTargetOf } from "./tls.ts";

const { headers, bearer, oauth2, oauth, tlsConfig, tls } = requestFields;

/** Fields in addition to the address, user and password. */
export const webAccess = { headers, bearer, oauth2, oauth, tlsConfig, tls };

const accessSpec = part(webAccess);
type AccessSpec = z.output<typeof accessSpec> & Reaching;
type AccessRun = Omit<RequestRun, "fill">;

/** `limits` replace the default limits, which are meant for a short response. */
export async function openWebServer(
  spec: AccessSpec,
  run: AccessRun,
  limits: { answerMs?: number; maxBytes?: number } = {},
): Promise<WebServer> {
  const connection = await run.connection(spec);
  const target = await tlsTargetOf(spec.tlsConfig ?? spec.tls, connection, run);
  const sent: Record<string, string> = {};
  for (const header of spec.headers ?? []) sent[header.name.toLowerCase()] = await run.value(header);
  const { authorization, drop } = await tokenOf(spec, { connection, target, run });
  return webServer(connection, run, {
    // A header of the spec overrides the token.
    headers: { ...(authorization && { authorization }), ...sent },
    tls: target,
    refused: drop,
    ...limits,
  });
}

interface Signing {
  connection: Awaited<ReturnType<AccessRun["connection"]>>;
  target: Awaited<ReturnType<typeof tlsTargetOf>>;
  run: AccessRun;
}

/** Returns the token that replaces user and password. */
async function tokenOf(
  spec: AccessSpec,
  { connection, target, run }: Signing,
): Promise<{ authorization?: string; drop?: () => void }> {
  const grant = spec.oauth2 ?? spec.oauth;
  if (spec.bearer !== undefined && grant)
    throw new RequestInvalid("Only one of bearer and oauth2 can be used. Remove one of them.");
  if (spec.bearer !== undefined) {
    const token = await run.value(spec.bearer);
    run.scrubber.know(token);
    return { authorization: `Bearer ${token}` };
  }
  if (!grant) return {};
  const { username, password } = credentialsIn(spec);
  const id = grant.clientID ?? username;
  const secret = grant.clientSecret ?? password;
  return tokenFor(
    {
      ...grantOf(grant),
      id: (id === undefined ? connection.username : await run.value(id)) ?? "",
      secret: (secret === undefined ? connection.password : await run.value(secret)) ?? "",
      tls: target,
    },
    run,
  );
}

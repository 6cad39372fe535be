// Credentials that are enough to sign in. The last credential cannot be removed.
import { problem } from "#language/problem.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFirstFactor, isOpen } from "../credentials.ts";
import { messages } from "../flows/messages.ts";
import { keysOf } from "../keys/store.ts";
import { providersOf } from "../oidc/links.ts";
import type { SettingsContext } from "./method.ts";

export const passkeyWay = ({ id }: { id: string }) => `passkey ${id}`;
export const providerWay = (provider: string) => `oidc ${provider}`;

type Holding = Pick<SettingsContext, "proofs" | "keys" | "providers" | "linked">;

/** Whether this is the only way to sign in. */
export function isLastWayIn({ proofs, keys, providers, linked }: Holding, way: string): boolean {
  const ways = [
    ...[...proofs.keys()].filter(isFirstFactor),
    ...keys.filter(({ use }) => use === "passkey").map(passkeyWay),
    // A provider that is no longer configured cannot be used.
    ...providers.filter(({ id }) => linked.has(id)).map(({ id }) => providerWay(id)),
  ];
  return ways.every((each) => each === way);
}

/**
 * Checks again in the transaction of the removal: otherwise two concurrent removals could remove the last two
 * administrators.
 */
export async function requireAnotherWay(tx: Tx, { identity, providers }: SettingsContext, way: string): Promise<void> {
  const { id } = identity;
  await isOpen(tx, id);
  const rows = await tx.selectFrom("credentials").select(["type", "proof"]).where("person_id", "=", id).execute();
  const proofs = new Map(rows.map(({ type, proof }) => [type, proof]));
  const holding = { proofs, keys: await keysOf(tx, id), providers, linked: await providersOf(tx, id) };
  if (isLastWayIn(holding, way)) throw problem.conflict(messages.lastWayIn.text);
}

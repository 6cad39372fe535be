// Sorts the methods of the second step: the last tried method, then the quickest and safest. Recovery codes come last,
// because each code works only once.
import type { NodeGroup } from "../model.ts";

const preferred: readonly NodeGroup[] = ["webauthn", "passkey", "totp", "code", "lookup_secret"];

interface Situation {
  /** The method that was last submitted in the flow. */
  active: string | undefined;
  /** Whether the browser can use security keys at this address. */
  canUseKeys: boolean;
}

export function stepsInOrder(groups: readonly NodeGroup[], { active, canUseKeys }: Situation): readonly NodeGroup[] {
  const rank = (group: NodeGroup) => {
    if (group === active) return -1;
    const isUsable = canUseKeys || (group !== "webauthn" && group !== "passkey");
    const place = preferred.indexOf(group);
    return (place === -1 ? preferred.length : place) + (isUsable ? 0 : preferred.length);
  };
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

// A stored connection as specs refer to it, and which ones fit what is being typed.

export interface StoredConnection {
  id: string;
  name: string;
  namespace: string;
  type: string;
}

/** `connection://namespace/name` */
export const referenceOf = ({ namespace, name }: Pick<StoredConnection, "namespace" | "name">) =>
  `connection://${namespace}/${name}`;

interface Sought {
  typed: string | undefined;
  /** Those that fit; undefined where any does. */
  types?: readonly string[] | undefined;
}

/**
 * All that fit while nothing is typed, or while one of them is meant: then it can be exchanged. Who types finds others, too,
 * after those that fit: what a server understands, its own type need not say.
 */
export function connectionsFor(
  stored: readonly StoredConnection[],
  { typed, types }: Sought,
): readonly StoredConnection[] {
  const fits = ({ type }: StoredConnection) => types === undefined || types.includes(type);
  const text = (typed ?? "").trim();
  const isMeant = (one: StoredConnection) => one.id === text || referenceOf(one) === text;
  if (text === "" || stored.some(isMeant)) return stored.filter((one) => fits(one) || isMeant(one));
  const sought = text.toLowerCase();
  const found = stored.filter((one) => `${referenceOf(one)} ${one.type}`.toLowerCase().includes(sought));
  return [...found.filter(fits), ...found.filter((one) => !fits(one))];
}

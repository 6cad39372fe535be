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

/** All of them while nothing is typed, or while one of them is meant: then it can be exchanged. */
export function connectionsFor(
  stored: readonly StoredConnection[],
  typed: string | undefined,
): readonly StoredConnection[] {
  const text = (typed ?? "").trim();
  if (text === "" || stored.some((one) => one.id === text || referenceOf(one) === text)) return stored;
  const sought = text.toLowerCase();
  return stored.filter((one) => `${referenceOf(one)} ${one.type}`.toLowerCase().includes(sought));
}

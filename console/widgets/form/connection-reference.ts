// References to stored connections, and the connections that match the typed text.

export interface StoredConnection {
  id: string;
  name: string;
  namespace: string;
  type: string;
}

/** `connection://namespace/name` */
export const referenceOf = ({ namespace, name }: Pick<StoredConnection, "namespace" | "name">) =>
  `connection://${namespace}/${name}`;

interface ConnectionSearch {
  typed: string | undefined;
  /** The accepted types; undefined accepts all. */
  types?: readonly string[] | undefined;
}

/**
 * The connections to offer. While the field is empty, or if the text is the name of a stored connection, all
 * connections of an accepted type are offered, so that the current connection can be replaced. Otherwise all
 * connections that match the text are offered, accepted types first, because other types may be compatible.
 */
export function connectionsFor(
  stored: readonly StoredConnection[],
  { typed, types }: ConnectionSearch,
): readonly StoredConnection[] {
  const fits = ({ type }: StoredConnection) => types === undefined || types.includes(type);
  const text = (typed ?? "").trim();
  const isCurrent = (connection: StoredConnection) => connection.id === text || referenceOf(connection) === text;
  if (text === "" || stored.some(isCurrent))
    return stored.filter((connection) => fits(connection) || isCurrent(connection));
  const search = text.toLowerCase();
  const found = stored.filter((connection) =>
    `${referenceOf(connection)} ${connection.type}`.toLowerCase().includes(search),
  );
  return [...found.filter(fits), ...found.filter((connection) => !fits(connection))];
}

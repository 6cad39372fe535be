// The interface for stores of secrets and config maps.
export type StoreKind = "secret" | "configmap";

export interface Wanted {
  kind: StoreKind;
  namespace: string;
  name: string;
  key: string;
}

export interface ValueStore {
  /** Throws a ConnectionFailure that contains the key and the store; a ValueMissing if the value does not exist. */
  read(wanted: Wanted, signal: AbortSignal): Promise<string>;
}

export const inWords = ({ kind, namespace, name, key }: Wanted) =>
  `the key ${JSON.stringify(key)} of the ${kind === "secret" ? "secret" : "config map"} ${JSON.stringify(name)} in the namespace ${JSON.stringify(namespace)}`;

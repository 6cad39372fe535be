// Parses references to values in a secret, in a config map, or in an environment variable that the operator allowed. A
// reference is a string (`secret://name/key`) or a manifest's `valueFrom`. No side effects.
import { ConnectionFailure } from "./failure.ts";

export type ValueReference =
  | { from: "secret" | "configmap"; name: string; key: string }
  | { from: "environment"; name: string };

const schemes = /^\s*(secret|configmap|env|helm|serviceaccount):\/\//;

export const isReference = (text: string) => schemes.test(text);

/** Returns undefined for a literal value. */
export function readReference(text: string): ValueReference | undefined {
  const trimmed = text.trim();
  const scheme = schemes.exec(trimmed)?.[1];
  if (scheme === undefined) return undefined;
  const rest = trimmed.slice(scheme.length + "://".length);
  switch (scheme) {
    case "secret":
    case "configmap": {
      const slash = rest.indexOf("/");
      const [name, key] = slash < 0 ? [rest, ""] : [rest.slice(0, slash), rest.slice(slash + 1)];
      if (!isPlainName(name) || !isPlainName(key))
        throw new ConnectionFailure(
          `${trimmed} is not a valid reference`,
          `Write ${scheme}://name/key. Name and key consist of letters, digits, dots, dashes and underscores.`,
        );
      return { from: scheme, name, key };
    }
    case "env":
      if (!/^[A-Za-z_]\w*$/.test(rest))
        throw new ConnectionFailure(`${trimmed} does not name an environment variable`, "Write env://NAME.");
      return { from: "environment", name: rest };
    default:
      throw new ConnectionFailure(
        `${trimmed} cannot be looked up: ${scheme}:// is not supported yet`,
        "Put the value into a secret and refer to it as secret://name/key.",
      );
  }
}

/**
 * Whether the name is valid for secrets, config maps, their keys and namespaces. Such a name cannot lead out of a
 * folder.
 */
export const isPlainName = (name: string) => /^[A-Za-z0-9._-]{1,253}$/.test(name) && name !== "." && name !== "..";

interface KeyRef {
  name: string;
  key: string;
  /** Whether the value is empty instead of an error if the secret, config map or key does not exist. */
  optional?: boolean | undefined;
}

/** A value in the notation of manifests; `name` is the name of the variable or header. */
export interface EnvVar {
  name?: string | undefined;
  value?: string | undefined;
  valueFrom?:
    | {
        secretKeyRef?: KeyRef | undefined;
        configMapKeyRef?: KeyRef | undefined;
        helmRef?: KeyRef | undefined;
        serviceAccount?: string | undefined;
      }
    | undefined;
}

/** Whether the target of the reference may be missing. */
export const isOptional = (value: string | EnvVar): boolean => {
  const { secretKeyRef, configMapKeyRef } = (typeof value === "string" ? undefined : value.valueFrom) ?? {};
  return (secretKeyRef ?? configMapKeyRef)?.optional === true;
};

/** Converts the value to its string notation. */
export function asText(value: string | EnvVar): string {
  if (typeof value === "string") return value;
  const { secretKeyRef, configMapKeyRef, helmRef, serviceAccount } = value.valueFrom ?? {};
  if (secretKeyRef) return `secret://${secretKeyRef.name}/${secretKeyRef.key}`;
  if (configMapKeyRef) return `configmap://${configMapKeyRef.name}/${configMapKeyRef.key}`;
  if (helmRef) return `helm://${helmRef.name}/${helmRef.key}`;
  if (serviceAccount !== undefined) return `serviceaccount://${serviceAccount}`;
  return value.value ?? "";
}

// References to values: in a secret, in a config map, or in an environment variable that the operator allowed. Written as a text
// (`secret://name/key`), or as `valueFrom` of manifests. No side effects.
import { ConnectionFailure } from "./failure.ts";

export type ValueReference =
  | { from: "secret" | "configmap"; name: string; key: string }
  | { from: "environment"; name: string };

const schemes = /^\s*(secret|configmap|env|helm|serviceaccount):\/\//;

export const isReference = (text: string) => schemes.test(text);

/** Undefined for a literal value. */
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
          `${trimmed} leads nowhere`,
          `Write ${scheme}://name/key, both of letters, digits, dots, dashes and underscores.`,
        );
      return { from: scheme, name, key };
    }
    case "env":
      if (!/^[A-Za-z_]\w*$/.test(rest))
        throw new ConnectionFailure(`${trimmed} names no environment variable`, "Write env://NAME.");
      return { from: "environment", name: rest };
    default:
      throw new ConnectionFailure(
        `${trimmed} cannot be looked up: ${scheme}:// is not supported yet`,
        "Put the value into a secret and refer to it as secret://name/key.",
      );
  }
}

/** Valid names of secrets, config maps, their keys and namespaces; they cannot lead out of a folder. */
export const isPlainName = (name: string) => /^[A-Za-z0-9._-]{1,253}$/.test(name) && name !== "." && name !== "..";

interface KeyRef {
  name: string;
  key: string;
  /** Empty if the secret, config map or key does not exist. */
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

/** The value in text notation. */
export function asText(value: string | EnvVar): string {
  if (typeof value === "string") return value;
  const { secretKeyRef, configMapKeyRef, helmRef, serviceAccount } = value.valueFrom ?? {};
  if (secretKeyRef) return `secret://${secretKeyRef.name}/${secretKeyRef.key}`;
  if (configMapKeyRef) return `configmap://${configMapKeyRef.name}/${configMapKeyRef.key}`;
  if (helmRef) return `helm://${helmRef.name}/${helmRef.key}`;
  if (serviceAccount !== undefined) return `serviceaccount://${serviceAccount}`;
  return value.value ?? "";
}

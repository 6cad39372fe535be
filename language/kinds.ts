// The API for the kinds that the server supports. Each kind has the JSON schema of its form.
import { call } from "./call.ts";

export interface KindDescription {
  /** The type in rows and specs. */
  type: string;
  title: string;
  icon: string;
  /** The heading of the kind in a picker. */
  group?: string | undefined;
  /** The kind can only send messages. */
  isForMessages?: boolean | undefined;
  /** Pickers do not offer the kind; existing rows keep working. */
  isHidden?: boolean | undefined;
  /** The command that installs the driver of the kind; set if the driver is not installed on the server. */
  install?: string | undefined;
  /** JSON schema of the spec, for the form and the editor. */
  schema: Readonly<Record<string, unknown>>;
}

interface KindsShape {
  params: { family: string };
  query: { type?: string | undefined };
  body: undefined;
  answer: KindDescription[];
}

/** Returns all kinds of a family, or only the kind with the given type. */
export const kindsOf = call<KindsShape>("GET", "/api/kinds/{family}");

// What the server says of its kinds: the variants that a person can choose from, each with the form that describes it.
import { call } from "./call.ts";

export interface KindDescription {
  /** As rows and specs name it. */
  type: string;
  title: string;
  icon: string;
  /** What it stands under where one is chosen. */
  group?: string | undefined;
  /** Good for sending messages and nothing else. */
  isForMessages?: boolean | undefined;
  /** Not offered to choose; what is there works. */
  isHidden?: boolean | undefined;
  /** JSON schema of what a person writes, for the form and the editor. */
  schema: Readonly<Record<string, unknown>>;
}

interface KindsShape {
  params: { family: string };
  query: { type?: string | undefined };
  body: undefined;
  answer: KindDescription[];
}

/** Of one family, or of one type in it. */
export const kindsOf = call<KindsShape>("GET", "/api/kinds/{family}");

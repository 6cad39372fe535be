// The hosted identity service (Clerk). The server's page contains its publishable key only if the service is
// configured; areas/identity/console/hosted then loads its browser library.
import { hostedKeyName } from "#language/hosted-identity.ts";

/** The publishable key; undefined with the built-in sign-in. */
export const hostedKey = document.querySelector<HTMLMetaElement>(`meta[name="${hostedKeyName}"]`)?.content;

export const isHosted = hostedKey !== undefined;

/** The components that the library renders. */
export type HostedPart =
  | "SignIn"
  | "SignUp"
  | "UserProfile"
  | "UserButton"
  | "OrganizationList"
  | "OrganizationSwitcher"
  | "OrganizationProfile";

type Mounting = { [Part in HostedPart as `mount${Part}`]: (node: HTMLDivElement, options?: object) => void };
type Unmounting = { [Part in HostedPart as `unmount${Part}`]: (node: HTMLDivElement) => void };

export interface HostedOrganization {
  id: string;
  publicMetadata: Readonly<Record<string, unknown>>;
  /** Reads the organisation from the service again. */
  reload(): Promise<unknown>;
}

interface HostedSession {
  /** A pending session requires further steps of the person, such as setting up a second factor. */
  status?: string;
  getToken(options: { template: string }): Promise<string | null>;
}

/** The part of the library's surface that the console uses. */
export interface Clerk extends Mounting, Unmounting {
  load(options: {
    routerPush(to: string): void;
    routerReplace(to: string): void;
    allowedRedirectOrigins: readonly string[];
  }): Promise<void>;
  /** Null without a session, undefined before the library has loaded it. */
  session?: HostedSession | null | undefined;
  organization?: HostedOrganization | null | undefined;
  /** Calls the listener after each change of session and organisation; returns a function that stops it. */
  addListener(listener: () => void): () => void;
  signOut(options: { redirectUrl: string }): Promise<void>;
}

/** The loaded library. */
export function hostedLibrary(): Clerk {
  const { Clerk: library } = globalThis as { Clerk?: Clerk };
  if (!library) throw new Error("The library of the identity service is not loaded");
  return library;
}

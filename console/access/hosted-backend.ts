// The backend of an organisation, from the organisation's public metadata.
import { backendAddress } from "#language/hosted-identity.ts";
import { type HostedOrganization, hostedLibrary, isHosted } from "./hosted.ts";

export interface Backend {
  /** Without a slash at the end. For a Quarterdeck server it includes /api. */
  url: string;
  /** Whether the browser calls the backend itself, instead of the server of the console. */
  isDirect: boolean;
}

/** Undefined while the backend is being set up and has no address yet. */
export function backendOf({ publicMetadata }: Pick<HostedOrganization, "publicMetadata">): Backend | undefined {
  const isDirect = readDirect(publicMetadata["direct"]);
  const url = backendAddress(publicMetadata["backend_url"]);
  return url === undefined ? undefined : { url, isDirect };
}

/** Reads the flag for the direct mode. */
export function readDirect(value: unknown): boolean {
  switch (value) {
    case true:
    case "true":
      return true;
    case false:
    case "false":
    case null:
    case undefined:
      return false;
    default:
      throw new Error("Invalid boolean value");
  }
}

/** The address of the API for clients outside the browser. */
export function apiAddress(): string {
  const organization = isHosted ? hostedLibrary().organization : undefined;
  return (organization && backendOf(organization)?.url) ?? `${location.origin}/api`;
}

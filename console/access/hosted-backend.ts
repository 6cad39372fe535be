// The backend of an organisation, from the organisation's public metadata.
import { type HostedOrganization, hostedLibrary, isHosted } from "./hosted.ts";

export interface Backend {
  /** Without a slash at the end. For a Quarterdeck server it includes /api. */
  url: string;
  /** The browser calls the backend itself. Otherwise it calls the server of the console. */
  isDirect: boolean;
}

/** Undefined while the backend is being set up and has no address yet. */
export function backendOf({ publicMetadata }: Pick<HostedOrganization, "publicMetadata">): Backend | undefined {
  const { backend_url: url, direct } = publicMetadata;
  const isDirect = readDirect(direct);
  if (typeof url !== "string" || !/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  return { url: url.replace(/\/+$/, ""), isDirect };
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

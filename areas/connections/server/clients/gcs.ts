// Google Cloud Storage over its JSON API (https://cloud.google.com/storage/docs/json_api/v1), as a service account or
// anonymously.
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import { signIn, type GoogleAccount } from "./google-account.ts";
import { serviceCall, type ServiceCall } from "./service-call.ts";

export const googleStorage = "https://storage.googleapis.com";

/** `gs://bucket` means Google's service; any other endpoint is the address of a server, such as an emulator. */
export function storagePlace(endpoint: string): { address: string; bucket: string | undefined } {
  const named = /^(?:gs|gcs):\/\/([^/]+)/.exec(endpoint)?.[1];
  if (named !== undefined) return { address: googleStorage, bucket: named };
  return { address: endpoint.replace(/\/storage\/v1\/*$/, ""), bucket: undefined };
}

export const signInToStorage = (way: Way, key: string) =>
  signIn(way, key, "https://www.googleapis.com/auth/devstorage.read_only");

export const storageCall = (
  way: Way,
  {
    url,
    insecure_tls,
    account,
    right,
  }: Pick<OpenConnection, "url" | "insecure_tls"> & { account: GoogleAccount | undefined; right: string },
): ServiceCall =>
  serviceCall(way, {
    name: "Google Cloud Storage",
    address: storagePlace(url || googleStorage).address,
    credential: "the service account",
    secrets: account?.secrets ?? [],
    headers: account ? { authorization: `Bearer ${account.token}` } : {},
    tls: { insecure: insecure_tls },
    right,
  });

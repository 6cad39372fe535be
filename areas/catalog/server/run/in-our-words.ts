// What manifests and forms in use write in other words than the kinds here is put into ours before anybody judges it. Where both
// are said, ours count, and the others are told as words that do nothing.
import { fieldIn, isFields } from "../scrape/document.ts";

type Fields = Readonly<Record<string, unknown>>;

const isSaid = (value: unknown) => value !== undefined && value !== null;

/** An entry of a type, as it stands in a spec. */
export function inOurWords(type: string, entry: unknown, spec: unknown): unknown {
  if (!isFields(entry)) return entry;
  switch (type) {
    case "kubernetes":
      return withWatch(renamed(entry, "maxInFlight", "maxInflight"), fieldIn(spec, "watch"));
    case "http":
      return withClient(renamed(entry, "tls", "tlsConfig"));
    default:
      return entry;
  }
}

function renamed(entry: Fields, theirs: string, ours: string): Fields {
  const { [theirs]: said, ...rest } = entry;
  return isSaid(said) && !isSaid(entry[ours]) ? { ...rest, [ours]: said } : entry;
}

/** Forms write beside the entries what holds for each of them that does not say it itself. */
const withWatch = (entry: Fields, watch: unknown): Fields =>
  isSaid(watch) && !isSaid(entry["watch"]) ? { ...entry, watch } : entry;

/** Here the id and the secret of a client are who signs in. */
function withClient(entry: Fields): Fields {
  const { oauth, ...rest } = entry;
  if (!isFields(oauth) || isSaid(entry["oauth2"])) return entry;
  const { clientID, clientSecret, scopes, ...oauth2 } = oauth;
  return {
    ...rest,
    oauth2: { ...oauth2, ...(isSaid(scopes) && !isSaid(oauth2["scope"]) && { scope: scopes }) },
    ...(isSaid(clientID) && { username: clientID }),
    ...(isSaid(clientSecret) && { password: clientSecret }),
  };
}

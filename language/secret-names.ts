// Detects names that indicate a secret value, where users choose the names themselves.

const secretName = /passw|pwd|passphrase|secret|token|credential|private|api[_-]?key|access[_-]?key|signature/i;

export const isSecretName = (name: string) => secretName.test(name);

/**
 * Matches `AccountKey` and `signing_key`. `plainKey` excludes names such as `primaryKey`, whose value is a column name.
 */
const namedKey = /(?:^|[_-])key$|[a-z]Key$/;
const plainKey = /(?:public|primary|foreign|partition|sort|host|group|cache|label|title|object|dedup\w*)[_-]?key$/i;

/**
 * Whether a parameter of a URL, form or connection string is secret. Short names are included: a parameter `key` is
 * treated as a key.
 */
export const isSecretParameter = (name: string) =>
  isSecretName(name) ||
  (namedKey.test(name) && !plainKey.test(name)) ||
  /^(?:key|sig|code|auth|authorization|bearer|jwt|pass|pw)$/i.test(name);

/** Fields that describe a secret or its location and do not contain it: `tokenURL`, `secretName`. */
const aboutSecret =
  /(?:name|url|uri|endpoint|path|file|dir|ref|refs|field|column|type|selector|expr|expression|format|expiry|ttl|limit|count|header|id)$/i;

/** Whether a field of a document is secret. */
export const isSecretField = (name: string) =>
  !aboutSecret.test(name) && (isSecretName(name) || (namedKey.test(name) && !plainKey.test(name) && name !== "key"));

/** Request headers that never contain credentials. All other headers are treated as secret. */
const plainHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connection",
  "content-encoding",
  "content-language",
  "content-length",
  "content-type",
  "host",
  "if-modified-since",
  "if-none-match",
  "origin",
  "pragma",
  "range",
  "referer",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-requested-with",
]);

export const isPlainHeader = (name: string) => plainHeaders.has(name.trim().toLowerCase());

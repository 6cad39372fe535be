// Finds credentials inside a string: passwords in addresses and connection strings of every notation, parameters that
// are named like a secret, private keys and well-known tokens. Only literal values are credentials: `{{ }}`, `$( )` and
// references such as `secret://name/key` only refer to a secret and stay readable.
import { isSecretField, isSecretName, isSecretParameter } from "#language/secret-names.ts";

export const mask = "***";

/** A credential in a string, from `from` up to `to`. */
export interface SecretPart {
  from: number;
  to: number;
  /**
   * The name of the credential in the string, with a number if there are several. It identifies the same part after the
   * string was edited.
   */
  name: string;
}

type Found = SecretPart;

const references = /^\s*(?:secret|configmap|env|helm|serviceaccount|connection):\/\/\S*\s*$/i;

/** Whether the string is a reference to a value rather than a value. */
export const isReference = (text: string) => references.test(text);

const blank = "\ue000";

/**
 * Returns the string with its templates, `{{ }}` and `$( )`, replaced by spaces of the same length, so that only
 * literal text remains.
 */
function literalsOf(text: string): string {
  let [flat, at] = ["", 0];
  for (const { index, 0: start } of text.matchAll(/\{\{|\$\(/g)) {
    if (index < at) continue;
    const close = start === "{{" ? "}}" : ")";
    const end = text.indexOf(close, index);
    // If this template is not closed, no later template is closed either.
    if (end < 0) break;
    flat += text.slice(at, index) + blank.repeat(end + close.length - index);
    at = end + close.length;
  }
  return flat + text.slice(at);
}

/** Words that may precede a template: `Bearer {{ .token }}`. */
const scheme = /^(?:bearer|basic|token|apikey|digest|negotiate)$/i;

/** Matches a literal inside a template: `{{ "hunter2" }}`. Keys of a lookup and format strings are ignored. */
const literalInTemplate = /(?<!\bindex\s+\S+\s+)(["'`])(?:(?!\1)[^%])+\1/;

/** Whether a credential contains a literal, alone or next to a template. */
export function holdsLiteral(text: string): boolean {
  if (isReference(text)) return false;
  const words = literalsOf(text)
    .split(/[\s\ue000]+/)
    .filter(Boolean);
  if (words.some((word) => !scheme.test(word))) return true;
  if (words.length > 0 && !text.includes("{{") && !text.includes("$")) return true;
  return [...text.matchAll(/\{\{.*?\}\}/gs)].some(([template]) => literalInTemplate.test(template));
}

export function secretParts(text: string): SecretPart[] {
  if (text.length < 3 || isReference(text)) return [];
  const flat = literalsOf(text);
  const found = rules.flatMap((rule) => [...rule(flat)]).filter(({ from, to }) => isLiteral(flat.slice(from, to)));
  return numbered(withoutOverlaps(found));
}

/** Replaces each part of the string. */
export function replaceParts(text: string, parts: readonly SecretPart[], by: (part: SecretPart) => string): string {
  let [result, end] = ["", 0];
  for (const part of parts) {
    result += text.slice(end, part.from) + by(part);
    end = part.to;
  }
  return result + text.slice(end);
}

const isLiteral = (text: string) => {
  const literal = text.replaceAll(/[\ue000\s"']/g, "");
  return literal !== "" && !/^(?:null|nil|none|true|false|undefined|%[sdvq])$/i.test(literal) && !isReference(text);
};

/** Merges overlapping parts. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const part of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (last && part.from < last.to) last.to = Math.max(last.to, part.to);
    else kept.push({ ...part });
  }
  return kept;
}

function numbered(parts: readonly Found[]): SecretPart[] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    const count = (counts.get(part.name) ?? 0) + 1;
    counts.set(part.name, count);
    return { ...part, name: count === 1 ? part.name : `${part.name} ${count}` };
  });
}

type Rule = (text: string) => Iterable<Found>;

/** Returns the position of a group in a match; the regular expression has the flag `d`. */
function groupAt(match: RegExpExecArray, group: number, name: string): Found {
  const [from, to] = match.indices![group]!;
  return { from, to, name };
}

/** Creates a rule for an expression whose first group is the name and whose second is the value. */
const named = (expression: RegExp, isSecret: (name: string) => boolean): Rule =>
  function* (text) {
    for (const match of text.matchAll(expression))
      if (isSecret(match[1]!)) yield unquoted(groupAt(match, 2, match[1]!.toLowerCase()), text);
  };

/** Limits a rule to literals, because a value in a script may be a variable. */
const inScript = (rule: Rule): Rule =>
  function* (text) {
    for (const found of rule(text)) if (!/^\$(?:\w+|\{[^}]*\})$/.test(text.slice(found.from, found.to))) yield found;
  };

/** Excludes the quotes of a value, and closing brackets after an unquoted value. */
function unquoted(found: Found, text: string): Found {
  const value = text.slice(found.from, found.to);
  const quote = /^(\\?["'])(.*)\1$/s.exec(value);
  if (quote) return { ...found, from: found.from + quote[1]!.length, to: found.to - quote[1]!.length };
  return { ...found, to: found.from + value.replace(/["'`)\]},\s]{1,20}$/, "").length };
}

const matches = (expression: RegExp, name: string, group = 0): Rule =>
  function* (text) {
    for (const match of text.matchAll(expression)) yield groupAt(match, group, name);
  };

const isPair = (name: string) =>
  isSecretName(name) || (isSecretParameter(name) && !/^(?:key|code|auth|sig)$/i.test(name));
const isLine = (name: string) => isSecretField(name) || /^(?:client-key-data|authorization)$/i.test(name);

const rules: readonly Rule[] = [
  addresses,
  matches(
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.{0,40000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/dgs,
    "private key",
  ),
  matches(
    /(?<![\w-])(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|AIza[\w-]{30,}|eyJ[\w-]{10,4000}\.[\w-]{10,4000}\.[\w-]{0,4000})/dg,
    "token",
  ),
  matches(/\bauthorization["']?\s*[:=]\s*["']?(?:[A-Za-z]+\s+)?([^\s"',]+)/dgi, "authorization", 1),
  matches(/\bbearer\s+(?=[^\s"']*\d)([\w.~+/=-]{16,}|\*{3})/dgi, "authorization", 1),
  matches(/\bbearer\s+(\*{3})/dgi, "authorization", 1),
  // Matches curl -u user:password.
  inScript(matches(/(?<!\S)(?:-u|--user)[\s=]+["']?[^\s:"']+:([^\s"']+)/dg, "password", 1)),
  // Matches --password x and --token=x.
  inScript(named(/(?<!\S)--?([A-Za-z][\w-]*)(?:\s+|=)("[^"\n]*"|'[^'\n]*'|[^\s"'-][^\s"']*)/dg, isSecretField)),
  // Matches PASSWORD=x and grant_type=…&client_secret=x.
  inScript(named(/(?<![\w.-])([A-Za-z_][\w.-]*)=(?!=)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s&;]+)/dg, isPair)),
  // Matches password = 'x'. Without quotes, the value is a name.
  named(/(?<![\w.-])([A-Za-z_][\w.-]*)\s+=\s*("[^"\n]*"|'[^'\n]*')/dg, isPair),
  // Matches {"password": "x"}, even inside another string.
  named(
    /\\?["']([\w.-]+)\\?["']\s*:\s*(\\"(?:[^"\\\n]|\\[^"])*\\"|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')/dg,
    isSecretParameter,
  ),
  yamlLines,
  keywords,
  dataSources,
];

/**
 * Finds secrets in lines of a YAML document, such as a kubeconfig. A single line is treated as a sentence, not as YAML.
 */
function* yamlLines(text: string): Iterable<Found> {
  if (!text.includes("\n")) return;
  yield* named(/^[ \t]*(?:- )?["']?([\w.-]+)["']?:[ \t]+([^\s{[|>&][^\n]*)$/dgm, isLine)(text);
}

/** The maximum length of a connection string. Longer strings are documents, whose secrets the other rules find. */
const maxAddressLength = 4_000;

/**
 * Finds secrets in `Server=db;User Id=sa;Password=x` and `host=db password='x'`, where a value has any characters but
 * the separator.
 */
function* keywords(text: string): Iterable<Found> {
  if (text.length > maxAddressLength || text.includes("\n") || text.includes("://")) return;
  if (/^\s*[\w .-]+=[^;]*;/.test(text))
    yield* named(/(?:^|;)\s*([\w .-]+?)\s*=\s*("[^"]*"|'[^']*'|[^;]*)/dg, isSecretParameter)(text);
  if (/^\s*\w+\s*=\s*\S/.test(text) && /\b(?:host|hostaddr|server|user|dbname|data source)\s*=/i.test(text))
    yield* named(/(?<!\w)(\w+)\s*=(?!=)\s*('(?:[^'\\]|\\.)*'|\S+)/dg, isSecretParameter)(text);
}

/** Finds the passwords of `user:password@tcp(host)/db` and `user/password@//host:1521/service`. */
function* dataSources(text: string): Iterable<Found> {
  if (text.length > maxAddressLength || /\s/.test(text.trim())) return;
  const dsn = /^\s*(?!mailto:)[^:@/\\]*:(?!\/\/)(.+)@(?:\w+\(.*|\[?[\w.:-]+\]?(?:[/?].*)?)\s*$/ds.exec(text);
  if (dsn && !text.includes("://") && !/@sha\d+:/.test(text)) yield groupAt(dsn, 1, "password");
  const oracle = /(?:^|:)[\w$#.-]+\/([^@/]+)@(?:\/\/|[\w.-]+:\d)/d.exec(text);
  if (oracle) yield groupAt(oracle, 1, "password");
}

/** Matches addresses. Restic and JDBC write a protocol before the address: `rest:https://…`. */
const address = /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]*:)?([a-z][a-z0-9+.-]*):\/\/(?:[^\s"'<>`\\])+/dgi;
const wholeAddress = /^\s*(?:[a-z][a-z0-9+.-]*:)?([a-z][a-z0-9+.-]*):\/\/[^\n]*$/dgi;

function* addresses(text: string): Iterable<Found> {
  for (const expression of [address, wholeAddress])
    for (const match of text.matchAll(expression)) {
      const [start] = match.indices![0]!;
      const from = match.indices![1]![1] + "://".length;
      yield* inAddress(match[1]!.toLowerCase(), text.slice(from, start + match[0].length), from);
    }
}

/** The address of these messengers is itself a credential: it allows sending messages. */
const messengers =
  /^(?:bark|discord|gotify|googlechat|ifttt|join|matrix|mattermost|opsgenie|pagerduty|pushbullet|pushover|rocketchat|slack|slackwebhook|teams|telegram|zulip)$/;
const webhookHosts =
  /^(?:[^/?#]*@)?(?:hooks\.slack\.com\/|(?:[\w-]+\.)?discord(?:app)?\.com\/api\/webhooks\/|[\w.-]*\.webhook\.office\.com\/|outlook\.office(?:365)?\.com\/webhook\/|api\.telegram\.org\/bot|chat\.googleapis\.com\/)/i;

/** Finds secrets in an address. `rest` follows `scheme://` and starts at the offset `at` of the string. */
function* inAddress(scheme: string, rest: string, at: number): Iterable<Found> {
  const span = (from: number, to: number, name: string): Found => ({ from: at + from, to: at + to, name });
  const pathEnd = endOf(rest, /[?#]/);
  if (messengers.test(scheme)) yield span(0, pathEnd, "address");
  const hook = webhookHosts.exec(rest);
  if (hook) yield span(hook[0].length, pathEnd, "address");
  const authority = rest.slice(0, endOf(rest, /[/?#]/));
  let end = authority.lastIndexOf("@");
  // The password contains a slash: the part after the colon is not a port.
  if (end < 0 && /^[^:[\]]*:(?!\d*$)/.test(authority)) end = rest.slice(0, endOf(rest, /\s/)).lastIndexOf("@");
  // In `mysql://user:password@tcp(host)/db`, a password may contain any character, so it ends at the protocol.
  end = /^.*@(?=(?:tcp[46]?|unix)\()/i.exec(rest)?.[0].lastIndexOf("@") ?? end;
  if (end >= 0) {
    const colon = rest.slice(0, end).indexOf(":");
    if (colon >= 0) yield span(colon + 1, end, "password");
    // A user without a password may be a token in HTTP addresses.
    else if (/^https?$/.test(scheme)) yield span(0, end, "user");
  }
  for (const match of rest.matchAll(/[?&#;]([^=&#;\s]+)=([^&#\s]*)/dg))
    if (isSecretParameter(decoded(match[1]!))) {
      const { from, to } = groupAt(match, 2, "");
      yield span(from, to, decoded(match[1]!).toLowerCase());
    }
}

function endOf(text: string, sign: RegExp): number {
  const found = text.search(sign);
  return found < 0 ? text.length : found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

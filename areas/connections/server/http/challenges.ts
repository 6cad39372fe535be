// How a server asks who somebody is: the header WWW-Authenticate, which may name several ways, each with what it wants
// (RFC 9110, 11.6.1).

export interface WrittenChallenge {
  /** Lower case: "digest". */
  scheme: string;
  /** What stands alone behind it, as NTLM has it. */
  token: string;
  /** By lower-case name. */
  parameters: ReadonlyMap<string, string>;
}

const parameter = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=][^\s,"]*))\s*(?:,\s*|$)/;
const scheme = /^([\w!#$%&'*+.^`|~-]+)(?:\s+|$|,\s*)/;
const token = /^([\w.~+/-]+=*)\s*(?:,\s*|$)/;

export function readChallenges(headers: readonly string[]): WrittenChallenge[] {
  return headers.flatMap((header) => {
    const found: (WrittenChallenge & { parameters: Map<string, string> })[] = [];
    let rest = header.trim();
    while (rest !== "") {
      const current = found.at(-1);
      const named = parameter.exec(rest);
      const alone = named || !current || current.token || current.parameters.size > 0 ? null : token.exec(rest);
      const begun = named ? null : scheme.exec(rest);
      if (named && current) {
        current.parameters.set(named[1]!.toLowerCase(), named[2]?.replaceAll(/\\(.)/g, "$1") ?? named[3]!);
        rest = rest.slice(named[0].length);
      } else if (alone && isToken(alone[1]!, rest)) {
        current!.token = alone[1]!;
        rest = rest.slice(alone[0].length);
      } else if (begun) {
        found.push({ scheme: begun[1]!.toLowerCase(), token: "", parameters: new Map() });
        rest = rest.slice(begun[0].length);
      } else break;
    }
    return found;
  });
}

/** What is long and ends here; a word that something follows begins another way. */
const isToken = (text: string, rest: string) => text.length > 12 && /^[\w.~+/=-]+\s*(?:,|$)/.test(rest);

// Parses the header WWW-Authenticate, which may name several authentication schemes with their parameters
// (RFC 9110, 11.6.1).

export interface WrittenChallenge {
  /** In lower case, such as "digest". */
  scheme: string;
  /** The token68 after the scheme, as in NTLM. */
  token: string;
  /** Parameters by name in lower case. */
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
      const bareToken = named || !current || current.token || current.parameters.size > 0 ? null : token.exec(rest);
      const start = named ? null : scheme.exec(rest);
      if (named && current) {
        current.parameters.set(named[1]!.toLowerCase(), named[2]?.replaceAll(/\\(.)/g, "$1") ?? named[3]!);
        rest = rest.slice(named[0].length);
      } else if (bareToken && isToken(bareToken[1]!, rest)) {
        current!.token = bareToken[1]!;
        rest = rest.slice(bareToken[0].length);
      } else if (start) {
        found.push({ scheme: start[1]!.toLowerCase(), token: "", parameters: new Map() });
        rest = rest.slice(start[0].length);
      } else break;
    }
    return found;
  });
}

/** A long word at the end of a challenge is a token; a word followed by something else is a new scheme. */
const isToken = (text: string, rest: string) => text.length > 12 && /^[\w.~+/=-]+\s*(?:,|$)/.test(rest);

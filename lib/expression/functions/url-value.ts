// A URL in expressions: CEL uses methods (`getHost()`), templates the fields and methods of Go's url.URL.
import { Printable } from "../values.ts";

/** The parameters of a URL, like Go's url.Values: `(….Query).Get "page"`. */
export class UrlQuery extends Printable {
  readonly noun = "the parameters of a URL";
  readonly values: Readonly<Record<string, readonly string[]>>;

  constructor(values: Readonly<Record<string, readonly string[]>>) {
    super();
    this.values = values;
  }

  print(): string {
    const entries = Object.keys(this.values)
      .sort()
      .map((key) => `${key}:[${this.values[key]!.join(" ")}]`);
    return `map[${entries.join(" ")}]`;
  }

  read(name: string, args: readonly unknown[]): unknown {
    const [key] = args;
    if (name === "Get" && typeof key === "string")
      return (Object.hasOwn(this.values, key) && this.values[key]![0]) || "";
    if (name === "Has" && typeof key === "string") return Object.hasOwn(this.values, key);
    if (name === "Encode")
      return new URLSearchParams(
        Object.entries(this.values).flatMap(([k, list]) => list.map((v) => [k, v])),
      ).toString();
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }
}

export class Url extends Printable {
  readonly noun = "a URL";
  readonly text: string;
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor(text: string, parts: RegExpExecArray) {
    super();
    this.text = text;
    this.scheme = (parts[1] ?? "").toLowerCase();
    const authority = parts[2] ?? "";
    const at = authority.lastIndexOf("@");
    this.user = at === -1 ? "" : authority.slice(0, at);
    this.host = authority.slice(at + 1);
    this.path = parts[3] ?? "";
    this.query = parts[4] ?? "";
    this.fragment = parts[5] ?? "";
  }

  /** Returns undefined if the string is not a URL (RFC 3986, appendix B). */
  static read(text: string): Url | undefined {
    if (text.length > 10_000 || /[\p{Cc} ]/u.test(text)) return undefined;
    const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text);
    if (!parts || /%(?![0-9a-fA-F]{2})/.test((parts[2] ?? "") + (parts[3] ?? ""))) return undefined;
    const url = new Url(text, parts);
    return /:(?!\d*$)/.test(url.host.replace(/^\[[^\]]*\]/, "")) ? undefined : url;
  }

  get isAbsolute(): boolean {
    return this.scheme !== "" || this.text.startsWith("/");
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? "";
  }

  get escapedPath(): string {
    return encodeURI(decoded(this.path)).replaceAll("%25", "%");
  }

  parameters(): Record<string, string[]> {
    const found: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
    for (const [key, value] of new URLSearchParams(this.query)) (found[key] ??= []).push(value);
    return { ...found };
  }

  print(): string {
    return this.text;
  }

  /** Returns a field or method of Go's url.URL. */
  read(name: string): unknown {
    switch (name) {
      case "Scheme":
        return this.scheme;
      case "Host":
        return this.host;
      case "Hostname":
        return this.hostname;
      case "Port":
        return this.port;
      case "Path":
        return decoded(this.path);
      case "EscapedPath":
        return this.escapedPath;
      case "RawPath":
        return "";
      case "RawQuery":
        return this.query;
      case "Fragment":
        return decoded(this.fragment);
      case "User":
        return this.user;
      case "Query":
        return new UrlQuery(this.parameters());
      case "IsAbs":
        return this.scheme !== "";
      case "String":
        return this.text;
      default:
        return undefined;
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

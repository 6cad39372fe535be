// Matches a resource URI against a URI template, such as `connection://{namespace}/{name}`.

const matchers = new Map<string, (uri: string) => Record<string, string> | undefined>();

/** Returns a function that reads the parameters of a URI. The function returns undefined if the URI does not match. */
export function templateOf(template: string): (uri: string) => Record<string, string> | undefined {
  let matcher = matchers.get(template);
  if (!matcher) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const literal = template.split(/\{\w+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const shape = new RegExp(`^${literal.join("([^/?#]{1,500})")}$`);
    matcher = (uri) => {
      const values = shape.exec(uri)?.slice(1);
      return values && Object.fromEntries(names.map((name, index) => [name, decoded(values[index]!)]));
    };
    matchers.set(template, matcher);
  }
  return matcher;
}

/** A text with an invalid escape sequence stays unchanged. No resource has such a name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

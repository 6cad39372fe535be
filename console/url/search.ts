// The query string in the router's form: plain text, repeated names as a list. The router's default is JSON, but the
// product's URLs are written by people and other programs (?status=healthy).

export type Search = Record<string, string | string[]>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return search;
}

export function printSearch(search: Readonly<Record<string, string | number | readonly string[] | null | undefined>>) {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(search)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null) query.append(name, String(value));
    }
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

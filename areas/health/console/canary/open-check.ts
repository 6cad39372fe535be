// The check that the editor of its canary opens, as the address names it: by type and name, which outlive a change of the order.
import { type Entry, titleOf } from "#console/resources/entries/entries.ts";
import { text, urlState } from "#console/url/url-state.ts";

export const OPEN_CHECK = "check";
export const openCheckUrl = urlState({ [OPEN_CHECK]: text() });

export const openCheckOf = ({ type, name }: { type: string; name: string }) => `${type}/${name}`;

/** An entry without a name is called by the server after what it looks at; where that is not found, the only one of its type is meant. */
export function entryOf(entries: readonly Entry[], asked: string): Entry | undefined {
  const slash = asked.indexOf("/");
  if (slash < 0) return undefined;
  const [type, name] = [asked.slice(0, slash), asked.slice(slash + 1)];
  const ofType = entries.filter((entry) => entry.type === type);
  const titles = (entry: Entry) => {
    const { name: own, about } = titleOf(entry.value);
    return own === "" ? about : own;
  };
  return ofType.find((entry) => titles(entry) === name) ?? (ofType.length === 1 ? ofType[0] : undefined);
}

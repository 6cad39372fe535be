// Finds the check that the canary editor opens. The URL contains the type and the name of the check, which stay valid
// when the order changes.
import { entriesOf, type Entry, specOf, titleOf } from "#console/resources/entries/entries.ts";
import type { Path } from "#console/widgets/form/json-schema.ts";
import { text, urlState } from "#console/url/url-state.ts";

export const OPEN_CHECK = "check";
export const openCheckUrl = urlState({ [OPEN_CHECK]: text() });

export const openCheckOf = ({ type, name }: { type: string; name: string }) => `${type}/${name}`;

/** The path of the check in the spec of its canary, for the code editor. */
export function pathOf(value: unknown, key: string): Path | undefined {
  const spec = specOf(value);
  const entry = entryOf(entriesOf(spec, Object.keys(spec)), key);
  return entry && (Array.isArray(spec[entry.type]) ? [entry.type, entry.index] : [entry.type]);
}

/** If an entry has no name, the server uses its endpoint as the name. */
export const nameOf = (entry: Entry) => {
  const { name, about } = titleOf(entry.value);
  return name === "" ? about : name;
};

/** Finds the entry by the name of its check. If no name matches and the type has only one entry, that entry is used. */
export function entryOf(entries: readonly Entry[], key: string): Entry | undefined {
  const slash = key.indexOf("/");
  if (slash < 0) return undefined;
  const [type, name] = [key.slice(0, slash), key.slice(slash + 1)];
  const sameType = entries.filter((entry) => entry.type === type);
  return sameType.find((entry) => nameOf(entry) === name) ?? (sameType.length === 1 ? sameType[0] : undefined);
}

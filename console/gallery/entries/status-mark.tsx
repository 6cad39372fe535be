import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { GalleryEntry } from "../entry.ts";

const meanings: readonly Meaning[] = ["healthy", "unhealthy", "warning", "unknown", "unchecked"];

const row = (size: number) => (
  <ul className="flex flex-wrap gap-6">
    {meanings.map((meaning) => (
      <li key={meaning} className="flex items-center gap-2">
        <StatusMark meaning={meaning} size={size} />
        {meaning}
      </li>
    ))}
  </ul>
);

export const entry: GalleryEntry = {
  name: "Status mark",
  group: "Nouns",
  states: [
    { name: "In a table row", draw: () => row(14) },
    { name: "In a heading", draw: () => row(18) },
  ],
};

import { Avatar } from "#console/widgets/Avatar.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { GalleryEntry } from "../entry.ts";

const sizes = ["xs", "sm", "md", "lg"] as const;
const names = ["Ada Lovelace", "grace", "Élodie Marie Ünal", "rosa.responder@example.org", "🦊 Fox", ""];
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='teal'/%3E%3Ccircle cx='4' cy='3' r='2' fill='wheat'/%3E%3C/svg%3E";

const rows = (image: string | null) => (
  <div className="flex flex-col gap-3">
    {sizes.map((size) => (
      <div key={size} className="flex flex-wrap items-center gap-3">
        <span className="w-8 text-muted max-shell:w-full">{size}</span>
        {names.map((name) => (
          <Avatar key={name} name={name} image={image} size={size} />
        ))}
      </div>
    ))}
  </div>
);

export const entry: GalleryEntry = {
  name: "Avatar",
  group: "Nouns",
  states: [
    { name: "Initials", draw: () => rows(null) },
    { name: "Pictures", draw: () => rows(picture) },
    {
      name: "With the name",
      draw: () => (
        <div className="flex max-w-40 flex-col gap-3">
          {["Ada Lovelace", "A name that is much longer than its column"].flatMap((name) =>
            (["xs", "sm"] as const).map((size) => (
              <PersonName
                key={`${name} ${size}`}
                person={{ name, avatar: size === "xs" ? picture : null }}
                size={size}
              />
            )),
          )}
        </div>
      ),
    },
    {
      name: "A missing picture",
      draw: () => <Avatar name="Ada Lovelace" image="data:image/png;base64,broken" size="md" />,
    },
  ],
};

import { Avatar } from "./Avatar.tsx";

interface PersonNameProps {
  person: { name: string; email?: string | null | undefined; avatar?: string | null | undefined };
  /** Small beside other facts; where the person is what the row is about, larger. */
  size?: "xs" | "sm";
}

/** Who somebody is, on one line: the picture and the name, cut where there is no room; on hover the e-mail. */
export function PersonName({ person: { name, email, avatar }, size = "xs" }: PersonNameProps) {
  return (
    <span title={email ?? name} className="flex min-w-0 items-center gap-2">
      <Avatar name={name} image={avatar ?? null} size={size} />
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );
}

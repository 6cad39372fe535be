import { Avatar } from "./Avatar.tsx";

interface PersonNameProps {
  person: { name: string; email?: string | null | undefined; avatar?: string | null | undefined };
  /** `xs` next to other data; `sm` if the row is about the person. */
  size?: "xs" | "sm";
}

/** A person on one line: picture and truncated name; the email address on hover. */
export function PersonName({ person: { name, email, avatar }, size = "xs" }: PersonNameProps) {
  return (
    <span title={email ?? name} className="flex min-w-0 items-center gap-2">
      <Avatar name={name} image={avatar ?? null} size={size} />
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );
}

import { useState } from "react";

interface AvatarProps {
  name: string;
  image?: string | null;
  size?: keyof typeof sizes;
}

const sizes = {
  xs: "size-5 text-[0.5625rem]",
  sm: "size-6 text-[0.625rem]",
  md: "size-8 text-meta",
  lg: "size-12 text-title",
};

/** A person's picture or initials. It is decorative, since the name is next to it or in the label of its button. */
export function Avatar({ name, image, size = "sm" }: AvatarProps) {
  const [isBroken, setBroken] = useState(false);
  const shape = `inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-selected font-semibold text-link select-none ${sizes[size]}`;
  if (image && !isBroken) {
    return (
      <span className={shape} aria-hidden>
        <img src={image} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      </span>
    );
  }
  // CSS shows the initials. If they were text, they would become part of the accessible name of a surrounding button.
  return (
    <span className={`${shape} before:content-[attr(data-initials)]`} data-initials={initials(name)} aria-hidden />
  );
}

/**
 * Returns the initials of the first and the last word; for an email address, those of its local part. Only letters and
 * digits are used, since not every font has other characters.
 */
export function initials(name: string) {
  const letters = (name.split("@")[0] ?? "")
    .split(/[\s._-]+/u)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const last = letters.length > 1 ? letters.at(-1) : "";
  return `${letters[0] ?? "?"}${last}`.toUpperCase();
}

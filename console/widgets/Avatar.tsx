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

/** A person's picture or, without one, the initials. Decoration: the name stands beside it or in its button's label. */
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
  // Drawn by the style sheet: as text they would be part of what a button around them is called.
  return (
    <span className={`${shape} before:content-[attr(data-initials)]`} data-initials={initials(name)} aria-hidden />
  );
}

/** Of the first and the last word; of an address, of what stands before the @. Letters and digits: not every machine can
 *  draw anything else. */
export function initials(name: string) {
  const letters = (name.split("@")[0] ?? "")
    .split(/[\s._-]+/u)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const last = letters.length > 1 ? letters.at(-1) : "";
  return `${letters[0] ?? "?"}${last}`.toUpperCase();
}

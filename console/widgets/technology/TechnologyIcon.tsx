import { useState } from "react";
import { type Drawing, findDrawing } from "./find-drawing.ts";
import shapes from "./shapes.svg?url";
import { FALLBACK } from "./technologies.ts";

interface TechnologyIconProps {
  /** "postgresql", "Kubernetes::Pod", "aws-s3:red" or the URL of an image. */
  name: string | null | undefined;
  /** Used if the first name is unknown. */
  secondary?: string | null | undefined;
  size?: number;
  className?: string;
}

const colours: Readonly<Record<string, string>> = {
  error: "text-unhealthy",
  unhealthy: "text-unhealthy",
  red: "text-unhealthy",
  success: "text-healthy",
  healthy: "text-healthy",
  green: "text-healthy",
  warning: "text-warning",
  orange: "text-warning",
  unknown: "text-unknown",
  gray: "text-unknown",
  grey: "text-unknown",
  blue: "text-link",
};

/**
 * The mark of a technology or the shape of a kind, in the current text colour; a box for unknown names. The browser
 * loads only the icons that are shown. Decorative: the name is shown next to it.
 */
export function TechnologyIcon({ name, secondary, size = 16, className = "" }: TechnologyIconProps) {
  const [broken, setBroken] = useState<string>();
  const isPicture = name !== null && name !== undefined && /^https?:\/\//.test(name) && broken !== name;
  if (isPicture) {
    return (
      <img
        src={name}
        alt=""
        width={size}
        height={size}
        className={`shrink-0 object-contain ${className}`}
        onError={() => setBroken(name)}
      />
    );
  }
  const [, plain = name, colour = ""] = /^(.+[^:]):([a-z]+)$/.exec(name ?? "") ?? [];
  const known = colours[colour];
  const drawing = findDrawing(known === undefined ? name : plain, secondary) ?? { shape: FALLBACK };
  return (
    <svg width={size} height={size} aria-hidden className={`shrink-0 ${known ?? ""} ${className}`}>
      <use href={addressOf(drawing)} />
    </svg>
  );
}

const addressOf = (drawing: Drawing) =>
  "mark" in drawing ? `${import.meta.env["MARKS"]}/${drawing.mark}.svg#mark` : `${shapes}#${drawing.shape}`;

import { useState } from "react";
import { type Drawing, findDrawing } from "./find-drawing.ts";
import shapes from "./shapes.svg?url";
import { FALLBACK } from "./technologies.ts";

const marks = import.meta.glob<string>("./marks/*.svg", { query: "?url", import: "default", eager: true });

interface TechnologyIconProps {
  /** "postgresql", "Kubernetes::Pod", "aws-s3:red" or the address of a picture. */
  name: string | null | undefined;
  /** Tried when the first says nothing. */
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
 * The mark of a technology or the shape of a kind, in the colour of the text around it; a box for what nobody knows. The
 * browser fetches only what is shown, as pictures. Decoration: the name stands beside it.
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
  "mark" in drawing ? `${marks[`./marks/${drawing.mark}.svg`]}#mark` : `${shapes}#${drawing.shape}`;

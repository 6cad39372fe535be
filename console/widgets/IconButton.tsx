import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "title"> {
  icon: IconName;
  /** The accessible name, also shown on hover. */
  label: string;
  isSpinning?: boolean;
  size?: keyof typeof sizes;
}

const sizes = { small: "size-6 touch-area", medium: "size-control" };

export function IconButton({
  icon,
  label,
  isSpinning = false,
  size = "medium",
  className = "",
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`inline-flex ${sizes[size]} shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press ${className}`}
    >
      <Icon name={icon} className={isSpinning ? "animate-spin" : ""} />
    </button>
  );
}

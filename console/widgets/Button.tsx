import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Spinner } from "./Spinner.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  icon?: IconName;
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  isBusy?: boolean;
}

const looks = {
  primary: "bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover",
  danger: "bg-danger text-on-accent not-aria-disabled:hover:bg-danger-hover",
  plain: "border border-line bg-surface text-text not-aria-disabled:hover:bg-hover not-aria-disabled:active:bg-press",
  quiet:
    "text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text not-aria-disabled:active:bg-press",
};

/** Also used by links that look like buttons. */
export const buttonLook = (look: keyof typeof looks) =>
  `inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none ${looks[look]}`;

const sizes = {
  medium: "h-control px-3",
  large: "h-9 min-h-touch px-4",
};

export function Button({
  look = "plain",
  size = "medium",
  icon,
  isBusy = false,
  className = "",
  type = "button",
  disabled = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isIdle = !isBusy && !disabled;
  return (
    <button
      {...rest}
      type={type}
      // A disabled button would lose the focus; with aria-disabled it stays focusable and does nothing.
      aria-disabled={!isIdle}
      aria-busy={isBusy}
      onClick={(event) => (isIdle ? onClick?.(event) : event.preventDefault())}
      className={`aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-55 ${sizes[size]} ${buttonLook(look)} ${className}`}
    >
      {isBusy ? <Spinner size={14} /> : icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  );
}

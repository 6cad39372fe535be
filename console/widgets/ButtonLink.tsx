import type { ReactNode } from "react";
import { AddressLink } from "./AddressLink.tsx";
import { buttonLook } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

interface ButtonLinkProps {
  href: string;
  icon?: IconName;
  look?: "primary" | "plain";
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A link to a page that looks like a button. */
export const ButtonLink = ({ href, icon, look = "plain", title, className = "", children }: ButtonLinkProps) => (
  <AddressLink href={href} title={title} className={`h-control shrink-0 px-3 ${buttonLook(look)} ${className}`}>
    {icon && <Icon name={icon} size={14} />}
    {children}
  </AddressLink>
);

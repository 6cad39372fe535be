import type { ReactNode } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";

interface CardLinkProps {
  href: string;
  isNewTab: true | undefined;
  children: ReactNode;
}

const look = "flex min-w-0 hover:text-link hover:underline";

/** A link to a component; on a page without the shell it opens a new tab. */
export const CardLink = ({ href, isNewTab, children }: CardLinkProps) =>
  isNewTab ? (
    <a href={href} target="_blank" rel="noreferrer" className={look}>
      {children}
    </a>
  ) : (
    <AddressLink href={href} className={look}>
      {children}
    </AddressLink>
  );

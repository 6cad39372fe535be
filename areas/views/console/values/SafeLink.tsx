import type { ReactNode } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";

export const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text);

/** Whether an address is a path of this console. Two slashes at the start would lead to another host. */
const isOwnPath = (text: string) => /^\/(?![/\\])\S*$/.test(text);

interface SafeLinkProps {
  /**
   * An address from the data. Only web addresses and paths of the console become links; any other address, such as
   * javascript:, is shown as text.
   */
  href: string;
  children: ReactNode;
}

const look = "min-w-0 text-link hover:underline";

/** A link to an address from data. */
export function SafeLink({ href, children }: SafeLinkProps) {
  if (isOwnPath(href))
    return (
      <AddressLink href={href} className={look}>
        {children}
      </AddressLink>
    );
  if (!isWebAddress(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={look}>
      {children}
    </a>
  );
}

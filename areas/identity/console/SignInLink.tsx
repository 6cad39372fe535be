import type { ReactNode } from "react";

/** A link below a sign-in screen. It loads a new page, since these screens have no router. */
export const SignInLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="font-medium text-link hover:underline">
    {children}
  </a>
);

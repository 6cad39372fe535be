import type { ReactNode } from "react";
import { usePageTitle } from "#console/shell/page-title.ts";
import { Logo } from "#console/widgets/Logo.tsx";

interface AuthScreenProps {
  /** The browser's title. */
  title: string;
  heading: string;
  /** The instructions below the heading. */
  intro?: ReactNode;
  children: ReactNode;
  /** Links to the other screens. */
  footer?: ReactNode;
}

/** The frame of every screen that is open to people who are not signed in. */
export function AuthScreen({ title, heading, intro, children, footer }: AuthScreenProps) {
  usePageTitle(title);
  return (
    <main className="relative isolate flex min-h-full flex-col items-center overflow-hidden px-4 pt-[20vh] pb-8 shell:pt-[26vh]">
      <Backdrop />
      <div className="w-full max-w-[22rem]">
        <p className="flex items-center gap-2.5 text-title font-semibold tracking-tight">
          <Logo size={28} />
          Quarterdeck
        </p>
        <h1 className="mt-8 text-display font-semibold tracking-tight">{heading}</h1>
        {intro && <p className="mt-2 text-pretty wrap-anywhere text-muted">{intro}</p>}
        <div className="mt-6 flex flex-col gap-4">{children}</div>
        {footer && <footer className="mt-5">{footer}</footer>}
      </div>
    </main>
  );
}

/** A link below a sign-in screen. The link loads a new page, because these screens have no router. */
export const SignInLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="font-medium text-link hover:underline">
    {children}
  </a>
);

/** The logo in the background, large and faint, cut off at the corner. */
function Backdrop() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className="pointer-events-none absolute -right-[17vmin] -bottom-[21vmin] -z-10 size-[74vmin] text-line"
    >
      <path d="M19.5 11.25a8.25 8.25 0 1 0-8.25 8.25" fill="none" stroke="currentColor" strokeWidth="0.06" />
      <path d="M16.5 11.25a5.25 5.25 0 1 0-5.25 5.25" fill="none" stroke="currentColor" strokeWidth="0.06" />
      <path d="M13.75 13.75h7.75a7.75 7.75 0 0 1-7.75 7.75z" fill="none" stroke="currentColor" strokeWidth="0.06" />
    </svg>
  );
}

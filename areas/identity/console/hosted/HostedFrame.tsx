import type { ReactNode } from "react";
import { usePageTitle } from "#console/shell/page-title.ts";
import { Logo } from "#console/widgets/Logo.tsx";

interface HostedFrameProps {
  title: string;
  children: ReactNode;
}

/** The frame of the screens before the console. The heading is for screen readers: the components have their own. */
export function HostedFrame({ title, children }: HostedFrameProps) {
  usePageTitle(title);
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-4">
      <Logo size={28} />
      <h1 className="sr-only">{title}</h1>
      {children}
    </main>
  );
}

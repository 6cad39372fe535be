import { type ReactNode, Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { PageOf } from "./area.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { SwitchedOff } from "./SwitchedOff.tsx";
import { Unauthorized } from "./Unauthorized.tsx";

interface PageGateProps {
  page: PageOf;
  children: ReactNode;
}

/**
 * Replaces a page by a notice if its feature is disabled or the permission is missing. The feature is not checked while
 * the flags are loading.
 */
export function PageGate({ page, children }: PageGateProps) {
  const access = useAccess();
  const { feature, needs } = page;
  if (feature && access.areFlagsKnown && !access.isEnabled(feature))
    return <SwitchedOff title={page.title} feature={feature} />;
  if (needs && !isOpen({ needs }, access)) return <Unauthorized needs={needs} />;
  return <Suspense fallback={<PageSkeleton title={page.title} shape={page.shape} />}>{children}</Suspense>;
}

import { type ReactNode, Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { PageOf } from "./area.ts";
import { NotFound } from "./NotFound.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { Unauthorized } from "./Unauthorized.tsx";

interface PageGateProps {
  page: PageOf;
  children: ReactNode;
}

/** A page whose feature is off is not there; one without permission says so. What is drawn early asks no flags. */
export function PageGate({ page, children }: PageGateProps) {
  const access = useAccess();
  const { feature, needs } = page;
  if (feature && access.areFlagsKnown && !access.isEnabled(feature)) return <NotFound />;
  if (needs && !isOpen({ needs }, access)) return <Unauthorized needs={needs} />;
  return <Suspense fallback={<PageSkeleton title={page.title} shape={page.shape} />}>{children}</Suspense>;
}

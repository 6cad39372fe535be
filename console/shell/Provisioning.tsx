import { Logo } from "#console/widgets/Logo.tsx";
import { usePageTitle } from "./page-title.ts";

/** Shown while the backend of an organisation is set up (hosted identity service only). */
export function Provisioning() {
  usePageTitle("Provisioning");
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-4 p-4">
      <Logo size={28} />
      <p role="status" className="text-title">
        Please wait, instance provisioning in-progress ...
      </p>
      <p className="text-muted">This page continues automatically when the instance responds.</p>
    </main>
  );
}

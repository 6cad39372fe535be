import { Logo } from "#console/widgets/Logo.tsx";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { usePageTitle } from "./page-title.ts";

interface LastResortProps {
  error: unknown;
  /** Default: reloads the page. */
  retry?: () => void;
  isRetrying?: boolean;
}

/** The error page without the shell, for errors that prevent the shell from rendering. */
export function LastResort({ error, retry = () => location.reload(), isRetrying = false }: LastResortProps) {
  usePageTitle("Error");
  return (
    <main className="mx-auto flex min-h-full max-w-lg flex-col justify-center gap-6 p-4">
      <header className="flex items-center gap-3">
        <span className="flex w-7 justify-center">
          <Logo size={28} />
        </span>
        <h1 className="text-display font-semibold">Sorry.. there was an error</h1>
      </header>
      <ErrorPage error={error} retry={retry} isRetrying={isRetrying} />
    </main>
  );
}

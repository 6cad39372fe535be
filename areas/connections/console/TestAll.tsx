import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { ListedConnection } from "./connections-query.ts";

interface TestAllProps {
  connections: () => Promise<readonly ListedConnection[]>;
  className?: string;
}

/** Tests all filtered connections, and reports the failed ones. The rows show the result of each test. */
export function TestAll({ connections, className }: TestAllProps) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const cache = useQueryClient();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const start = async () => {
    const { signal } = (leaving.current = new AbortController());
    setProgress({ done: 0, total: 0 });
    try {
      // Rarely used, so it is loaded on demand.
      const [{ resultOf, testAll }, all] = await Promise.all([import("./test-all.ts"), connections()]);
      const total = all.length;
      const failed = await testAll(all, { signal, progress: (done) => setProgress({ done, total }) });
      if (signal.aborted) return;
      if (failed.length > 0) toast.error(resultOf(total, failed));
      else toast.success(resultOf(total, failed));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setProgress(undefined);
    }
    await cache.invalidateQueries({ queryKey: ["connections", "page"] });
  };
  return (
    <Button icon="play" isBusy={progress !== undefined} className={className} onClick={() => void start()}>
      {progress && progress.total > 0 ? `Tested ${progress.done} of ${progress.total}` : "Test all"}
    </Button>
  );
}

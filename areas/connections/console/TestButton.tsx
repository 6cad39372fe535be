import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { testConnection } from "../contract.ts";
import type { ListedConnection } from "./connections-query.ts";
import { failureWords } from "./failure-words.ts";
import { MAX_TEST_MS } from "./use-trial.ts";

interface TestButtonProps {
  connection: Pick<ListedConnection, "id" | "name">;
  /** Whether only the icon is shown, next to the result of the last test. */
  isIcon?: boolean;
}

/**
 * Tests a stored connection from the list. The row shows the result; a failure is also reported with its full message.
 */
export function TestButton({ connection: { id, name }, isIcon = false }: TestButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const cache = useQueryClient();
  const test = async () => {
    setBusy(true);
    try {
      await ask(testConnection, { params: { id }, query: {}, body: {} }, { timeoutMs: MAX_TEST_MS });
      toast.success(`${name}: Connection successful`);
    } catch (error) {
      const { text, isJson } = failureWords(error);
      toast.error(`${name}: ${isJson ? "The server refused the connection" : text}`);
    } finally {
      setBusy(false);
    }
    await cache.invalidateQueries({ queryKey: ["connections", "page"] });
  };
  return (
    <Button
      look="quiet"
      icon="play"
      isBusy={isBusy}
      aria-label={`Test ${name}`}
      // Many equal buttons would draw more attention than the results.
      className={`h-6 px-2 text-muted max-shell:h-5 max-shell:px-0 ${isIcon ? "max-shell:min-w-6 max-shell:touch-area" : ""} ${isBusy ? "" : "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 max-shell:opacity-100"}`}
      onClick={() => void test()}
    >
      {!isIcon && "Test"}
    </Button>
  );
}

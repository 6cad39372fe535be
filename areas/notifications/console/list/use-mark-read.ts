import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask } from "#console/client/call.ts";
import { markMessagesRead } from "../../contract.ts";
import { unreadCount } from "../bell/unread-query.ts";

/** Marks the messages as seen once they are shown, so that the bell counts only later messages. */
export function useMarkRead(shownAt: number) {
  const cache = useQueryClient();
  useEffect(() => {
    if (shownAt === 0 || document.visibilityState !== "visible") return;
    // The count is not important enough for an error message. The next update sends the request again.
    void ask(markMessagesRead, {}).then(
      () => cache.invalidateQueries({ queryKey: unreadCount.queryKey }),
      () => {},
    );
  }, [shownAt, cache]);
}

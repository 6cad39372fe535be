// The number of messages since the person last opened the notifications.
import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { unreadMessages } from "../../contract.ts";

export const unreadCount = { ...callOptions(unreadMessages, {}), staleTime: 60_000 };

const FOLLOWED = { relations: ["notification_send_history"], everyMs: 2000 };

/** Returns 0 until the number is loaded. */
export function useUnread(): number {
  const unread = useQuery(unreadCount);
  useFollowed(unread, FOLLOWED);
  return unread.data?.count ?? 0;
}

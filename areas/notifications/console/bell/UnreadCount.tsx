import { BellCount } from "#console/shell/bell.tsx";
import { useUnread } from "./unread-query.ts";

/** On the bell: the number of new messages. 0 if the number cannot be loaded. */
export function UnreadCount() {
  const count = useUnread();
  return <BellCount count={count} words={`${count > 99 ? "more than 99" : count} new`} />;
}

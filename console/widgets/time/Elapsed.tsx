import { Timestamp } from "./Timestamp.tsx";

/** Shows the age whatever format the person prefers, for sentences such as "not live for 12s". */
export const Elapsed = ({ since }: { since: string | number }) => <Timestamp at={since} format="short" />;

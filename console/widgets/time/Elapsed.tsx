import { Timestamp } from "./Timestamp.tsx";

/** The age in every format preference, for sentences such as "not live for 12s". */
export const Elapsed = ({ since }: { since: string | number }) => <Timestamp at={since} format="short" />;

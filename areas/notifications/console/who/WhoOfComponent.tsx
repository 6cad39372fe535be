import { WhoIsNotified } from "./WhoIsNotified.tsx";

/** The notifications panel of a component. */
export const WhoOfComponent = ({ id }: { id: string }) => <WhoIsNotified kind="component" id={id} />;

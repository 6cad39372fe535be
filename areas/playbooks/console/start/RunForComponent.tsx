import { RunMenu } from "./RunMenu.tsx";

/** In the actions of a component. */
export const RunForComponent = ({ id }: { id: string }) => <RunMenu resource={{ kind: "component", id }} />;

import { Slot } from "#console/shell/Slot.tsx";

/** Creates an access token; the dialog of the new token then shows the setup of MCP clients. */
export const SetupMcp = ({ close }: { close: () => void }) => <Slot name="token.new" of={{ isForMcp: true, close }} />;

import { SendTest } from "./SendTest.tsx";

/** The Test tab of a connection that can receive messages. */
export const TestOfConnection = ({ id }: { id: string }) => (
  <div className="p-4">
    <SendTest target={{ connection_id: id }}>
      Sends a test message with the stored values of this connection, and shows the exchange with the service.
      Credentials are masked.
    </SendTest>
  </div>
);

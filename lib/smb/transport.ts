// Sends and receives messages over a socket. Each message is preceded by its length (MS-SMB2 2.1).
import type { Socket } from "node:net";
import { isMessage } from "./message.ts";
import { isSealed } from "./sealing.ts";

/** The maximum length of a message, which is larger than any expected response. */
const maxLength = 1024 * 1024;

export interface Transport {
  send(message: Buffer): void;
  next(): Promise<Buffer>;
}

export class NotSmb extends Error {
  override readonly name = "NotSmb";
}

export function transportOver(socket: Socket): Transport {
  let bytes = Buffer.alloc(0);
  let failure: Error | undefined;
  const arrived: Buffer[] = [];
  let waiting: PromiseWithResolvers<Buffer> | undefined;
  const settle = () => {
    const message = waiting && arrived.shift();
    if (message) waiting?.resolve(message);
    else if (waiting && failure) waiting.reject(failure);
    else return;
    waiting = undefined;
  };
  const fail = (error: Error) => {
    failure ??= error;
    settle();
  };
  socket.on("data", (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0);
      if (length > maxLength) return fail(new NotSmb("The response is not in the SMB protocol"));
      if (bytes.length < 4 + length) break;
      const message = bytes.subarray(4, 4 + length);
      bytes = bytes.subarray(4 + length);
      if (!isMessage(message) && !isSealed(message)) return fail(new NotSmb("The response is not in SMB 2 or 3"));
      arrived.push(message);
    }
    settle();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(Object.assign(new Error("The server closed the connection"), { code: "ECONNRESET" })));
  return {
    send(message) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      socket.write(Buffer.concat([length, message]));
    },
    next() {
      waiting = Promise.withResolvers();
      const { promise } = waiting;
      settle();
      return promise;
    },
  };
}

// An SMB client for shares of Windows and Samba servers, over an open socket. It supports SMB 2.0.2 to 3.1.1 and NTLM
// version 2, always signs, and encrypts if the server requires it. It lists folders, one request at a time. Existing
// clients for Node need MD4 from OpenSSL, which OpenSSL has removed, and do not support signing or encryption.
import type { Socket } from "node:net";
import { sessionKeys, spokenHash, type SessionKeys } from "./keys.ts";
import {
  closeRequest,
  command,
  createRequest,
  dialects,
  hasGoodSignature,
  leaveRequest,
  negotiateRequest,
  queryDirectoryRequest,
  readAnswer,
  readEntries,
  readFileId,
  readNegotiated,
  readSessionSetup,
  readTreeConnect,
  sessionSetupRequest,
  signMessage,
  treeConnectRequest,
  writeMessage,
  type Answer,
  type Command,
  type Dialect,
  type Negotiated,
  type SmbEntry,
} from "./message.ts";
import { authenticateMessage, firstSignature, negotiateMessage, type NtlmUser } from "./ntlm.ts";
import { isSealed, openMessage, sealMessage } from "./sealing.ts";
import { SmbFailure, status } from "./smb-failure.ts";
import { firstToken, nextToken, offered, responseToken } from "./spnego.ts";
import { NotSmb, transportOver, type Transport } from "./transport.ts";

export interface SmbShare {
  /** The negotiated version, such as "3.1.1". */
  version: string;
  /** Whether the server accepted the user as a guest, without checking the password. */
  isGuest: boolean;
  /** Lists the entries of a folder, without "." and "..". A path separates folders with / or \. */
  list(path: string): Promise<SmbEntry[]>;
  leave(): Promise<void>;
}

export interface SmbTarget {
  host: string;
  share: string;
  user: NtlmUser;
  /** The versions to offer. Default: all supported versions. */
  dialects?: readonly Dialect[] | undefined;
}

export async function openSmb(
  socket: Socket,
  { host, share, user, dialects: offered = dialects }: SmbTarget,
): Promise<SmbShare> {
  const session = new SmbConversation(transportOver(socket));
  await session.begin(host, user, offered);
  await session.enter(`\\\\${host}\\${share}`);
  return {
    version: versionOf(session.dialect),
    isGuest: session.isGuest,
    list: (path) => session.list(path.replaceAll("/", "\\").replaceAll(/^\\+|\\+$/g, "")),
    async leave() {
      await session.ask(command.treeDisconnect, leaveRequest());
      await session.ask(command.logoff, leaveRequest());
    },
  };
}

const versionOf = (dialect: Dialect) =>
  dialect === 0x202 ? "2.0.2" : [...dialect.toString(16).padStart(3, "0")].join(".").replace(/\.0$/, "");

/** The maximum number of entries, to protect against wrong paths and malicious servers. */
const maxEntries = 100_000;

class SmbConversation {
  isGuest = false;
  readonly #transport: Transport;
  #negotiated: Negotiated = { dialect: 0x202, mustSign: false, cipher: 1 };
  #keys: SessionKeys | undefined;
  #mustSeal = false;
  #next = 0n;
  #session = 0n;
  #tree = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get dialect(): Dialect {
    return this.#negotiated.dialect;
  }

  /** Negotiates a version and authenticates. */
  async begin(host: string, user: NtlmUser, versions: readonly Dialect[]): Promise<void> {
    let spoken: Buffer = Buffer.alloc(64);
    const hear = (message: Buffer) => {
      spoken = spokenHash(spoken, message);
    };
    this.#negotiated = readNegotiated(
      expect(await this.ask(command.negotiate, negotiateRequest(versions), hear), status.ok),
    );
    const first = negotiateMessage();
    const challenged = expect(
      await this.ask(command.sessionSetup, sessionSetupRequest(firstToken(first)), hear),
      status.moreProcessing,
    );
    this.#session = challenged.session;
    const challenge = responseToken(readSessionSetup(challenged).token);
    if (!challenge) throw new NotSmb("The server does not accept NTLM authentication");
    const { message, sessionKey } = authenticateMessage(challenge, user, { host, first });
    // The last response is not part of the preauthentication hash.
    const request = sessionSetupRequest(nextToken(message, firstSignature(sessionKey, offered)));
    const heardOnce = onlyFirst(hear);
    const entered = expect(await this.ask(command.sessionSetup, request, heardOnce), status.ok);
    const { isGuest, mustSeal } = readSessionSetup(entered);
    this.isGuest = isGuest;
    if (isGuest) return;
    this.#keys = sessionKeys(this.dialect, sessionKey, spoken);
    this.#mustSeal = mustSeal;
    if (entered.isSigned) this.#judge(entered);
  }

  async enter(path: string): Promise<void> {
    const entered = expect(await this.ask(command.treeConnect, treeConnectRequest(path)), status.ok);
    this.#tree = entered.tree;
    this.#mustSeal ||= readTreeConnect(entered).mustSeal;
  }

  async list(path: string): Promise<SmbEntry[]> {
    const file = readFileId(expect(await this.ask(command.create, createRequest(path)), status.ok));
    const entries: SmbEntry[] = [];
    for (;;) {
      const answer = await this.ask(command.queryDirectory, queryDirectoryRequest(file));
      if (answer.status === status.noMoreFiles) break;
      entries.push(...readEntries(expect(answer, status.ok)));
      if (entries.length > maxEntries) throw new Error(`The folder has more than ${maxEntries} entries`);
    }
    expect(await this.ask(command.close, closeRequest(file)), status.ok);
    return entries.filter(({ name }) => name !== "." && name !== "..");
  }

  async ask(what: Command, body: Buffer, hear: (message: Buffer) => void = () => {}): Promise<Answer> {
    const id = this.#next;
    this.#next += 1n;
    const message = writeMessage({ command: what, id, session: this.#session, tree: this.#tree }, body);
    const seal = this.#mustSeal ? this.#keys?.seal : undefined;
    if (this.#keys && !seal) signMessage(message, this.#keys.sign);
    hear(message);
    const { cipher } = this.#negotiated;
    this.#transport.send(seal ? sealMessage(message, { cipher, key: seal.ours, session: this.#session }) : message);
    for (;;) {
      const bytes = await this.#transport.next();
      const wasSealed = isSealed(bytes);
      const answer = readAnswer(wasSealed ? this.#open(bytes) : bytes);
      // Skips interim responses (pending) and unrelated notifications, such as a broken oplock.
      if (answer.status === status.pending || answer.id !== id) continue;
      if (this.#keys && !wasSealed) this.#judge(answer);
      hear(answer.bytes);
      return answer;
    }
  }

  #open(bytes: Buffer): Buffer {
    const seal = this.#keys?.seal;
    if (!seal) throw new NotSmb("The server sent an encrypted message before a key was negotiated");
    return openMessage(bytes, { cipher: this.#negotiated.cipher, key: seal.theirs });
  }

  /** All messages of a session with a key must be signed, because an unsigned message may come from an attacker. */
  #judge({ bytes, isSigned }: Answer): void {
    if (!isSigned || !hasGoodSignature(bytes, this.#keys!.sign))
      throw new NotSmb("The response does not have a valid signature of the server");
  }
}

function expect(answer: Answer, wanted: number): Answer {
  if (answer.status !== wanted) throw new SmbFailure(answer.status);
  return answer;
}

function onlyFirst(hear: (message: Buffer) => void): (message: Buffer) => void {
  let isFirst = true;
  return (message) => {
    if (isFirst) hear(message);
    isFirst = false;
  };
}

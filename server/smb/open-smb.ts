// A share of a Windows or Samba server, over a socket that is open: SMB 2.0.2 to 3.1.1, NTLM version 2, signed always and
// sealed where the server wants it. Reads folders; one question at a time. Our own, because the clients that there are for
// Node take MD4 from OpenSSL, which has it no more, and neither sign nor seal.
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
  /** "3.1.1". */
  version: string;
  /** Let in as a guest, whatever the password. */
  isGuest: boolean;
  /** Without "." and "..". Folders of a path are separated by / or \. */
  list(path: string): Promise<SmbEntry[]>;
  leave(): Promise<void>;
}

export interface SmbTarget {
  host: string;
  share: string;
  user: NtlmUser;
  /** All that we speak, unless said. */
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

/** Whoever lists more than that means something else, or no good. */
const mostEntries = 100_000;

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

  /** Agrees on a version and proves the password. */
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
    if (!challenge) throw new NotSmb("The server does not let anybody in with a password (NTLM)");
    const { message, sessionKey } = authenticateMessage(challenge, user, { host, first });
    // The last answer is not part of what the keys are tied to.
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
      if (entries.length > mostEntries) throw new Error(`The folder has more than ${mostEntries} entries`);
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
      // It takes its time, and says so; or it speaks of something else, such as a lock that was broken.
      if (answer.status === status.pending || answer.id !== id) continue;
      if (this.#keys && !wasSealed) this.#judge(answer);
      hear(answer.bytes);
      return answer;
    }
  }

  #open(bytes: Buffer): Buffer {
    const seal = this.#keys?.seal;
    if (!seal) throw new NotSmb("The server seals what nobody can open");
    return openMessage(bytes, { cipher: this.#negotiated.cipher, key: seal.theirs });
  }

  /** Everything of a session that has a key is signed, or somebody stands between. */
  #judge({ bytes, isSigned }: Answer): void {
    if (!isSigned || !hasGoodSignature(bytes, this.#keys!.sign))
      throw new NotSmb("The answer is not signed by the server that the password was proven to");
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

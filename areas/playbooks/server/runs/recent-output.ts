// The last pieces of the output of watched actions of this process. All watchers of an action share them, so a piece is
// printed once and not read from the database again. Slower watchers read older pieces from the database.

export interface Piece {
  /** Bytes of the output before this piece. */
  at: number;
  /** The size of the output in bytes. */
  length: number;
  /** The piece as a line of the stream. */
  line: Buffer;
}

export interface RecentOutput {
  /** Adds a stored piece, if anybody watches the action. */
  add(actionId: string, at: number, content: Buffer): void;
  find(actionId: string, at: number): Piece | undefined;
  /** Starts keeping output pieces of the action; returns a function that stops this. */
  watch(actionId: string): () => void;
}

/** The number of pieces that are kept for an action. */
const maxPieces = 8;

export const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

export const pieceOf = (at: number, content: Buffer): Piece => ({
  at,
  length: content.length,
  line: lineOf({ offset: at, text: content.toString("utf8") }),
});

export function createRecentOutput(): RecentOutput {
  const watched = new Map<string, { watchers: number; pieces: Piece[] }>();
  return {
    add(actionId, at, content) {
      const pieces = watched.get(actionId)?.pieces;
      if (!pieces) return;
      pieces.push(pieceOf(at, content));
      if (pieces.length > maxPieces) pieces.shift();
    },
    find: (actionId, at) => watched.get(actionId)?.pieces.find((piece) => piece.at === at),
    watch(actionId) {
      const known = watched.get(actionId) ?? { watchers: 0, pieces: [] };
      known.watchers += 1;
      watched.set(actionId, known);
      return () => {
        known.watchers -= 1;
        if (known.watchers === 0) watched.delete(actionId);
      };
    },
  };
}

/** Actions and watchers of a process may use different systems in tests; action ids are unique. */
export const recentOutput = createRecentOutput();

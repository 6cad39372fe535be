// Arrow key navigation among cards in rows. It uses the drawn positions, because rows may have different lengths.

interface Placed {
  getBoundingClientRect(): Pick<DOMRect, "left" | "top" | "width">;
}

const middle = (card: Placed) => {
  const { left, width } = card.getBoundingClientRect();
  return left + width / 2;
};

/** Undefined at the edges and for other keys. Left and right continue in the next row. */
export function neighbourOf<Card extends Placed>(key: string, cards: readonly Card[], at: number): Card | undefined {
  const here = cards[at];
  if (!here) return undefined;
  switch (key) {
    case "ArrowRight":
      return cards[at + 1];
    case "ArrowLeft":
      return at > 0 ? cards[at - 1] : undefined;
    case "Home":
      return cards[0];
    case "End":
      return cards.at(-1);
    case "ArrowDown":
    case "ArrowUp":
      return inNextRow(key === "ArrowDown" ? 1 : -1, cards, here);
    default:
      return undefined;
  }
}

function inNextRow<Card extends Placed>(direction: 1 | -1, cards: readonly Card[], here: Card): Card | undefined {
  const { top } = here.getBoundingClientRect();
  const beyond = cards.filter((card) => (card.getBoundingClientRect().top - top) * direction > 1);
  if (beyond.length === 0) return undefined;
  const tops = beyond.map((card) => card.getBoundingClientRect().top);
  const row = direction === 1 ? Math.min(...tops) : Math.max(...tops);
  const away = (card: Card) => Math.abs(middle(card) - middle(here));
  return beyond
    .filter((card) => Math.abs(card.getBoundingClientRect().top - row) <= 1)
    .reduce((nearest, card) => (away(card) < away(nearest) ? card : nearest));
}

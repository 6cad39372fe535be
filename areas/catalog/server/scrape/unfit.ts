// Thrown for a document that cannot become an item; the other documents are not affected.
export class Unfit extends Error {
  override readonly name = "Unfit";
}

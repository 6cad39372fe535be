// Something that was found and cannot become an item: the others can.
export class Unfit extends Error {
  override readonly name = "Unfit";
}

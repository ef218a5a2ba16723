/**
 * A `custom` rule for objects and references that a published document must have. `required()` would take the `null`
 * out of the generated types, and a page that shows the preview of a half-filled draft would then fall over it.
 *
 * @param message what is missing, in an editor's words
 */
export const filledIn = (message: string) => (value: unknown) => (value ? true : message);

/** The same for pictures, which are objects even before a file is chosen. */
export const pictureChosen = (message: string) => (value: unknown) =>
  typeof value === "object" && value !== null && "asset" in value && value.asset ? true : message;

/**
 * A `custom` rule for objects and references that a published document must have. `required()`
 * would remove the `null` from the generated types, and a page that shows the preview of an
 * incomplete draft would then crash.
 *
 * @param message what is missing, in an editor's terms
 */
export const filledIn = (message: string) => (value: unknown) => (value ? true : message);

/** The same for pictures, which are objects even before a file is chosen. */
export const pictureChosen = (message: string) => (value: unknown) =>
  typeof value === "object" && value !== null && "asset" in value && value.asset ? true : message;

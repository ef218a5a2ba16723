/** What is read of the keydown event of the browser, or of React's. */
type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether a key on a button is a letter, which goes nowhere there; a space presses the button. */
export const isLetterOnButton = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

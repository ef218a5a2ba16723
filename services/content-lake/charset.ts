/** Types of text, all of which is UTF-8. */
const text = /^(?:text\/[\w.+-]+|application\/(?:json|x-ndjson)|image\/svg\+xml)$/i;

/** Names the charset in the Content-Type of a text: without one, a client guesses. */
export function nameCharset(headers: Headers): void {
  const type = headers.get("Content-Type");
  if (type && text.test(type)) headers.set("Content-Type", `${type}; charset=utf-8`);
}

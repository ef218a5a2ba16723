/** The variable of the shell that stands for the key. */
const variable = /\$\{?\w+\}?/.source;
const gap = /(?:[ \t]|\\\n)+/.source;
/** Others, such as `Host`, would lead a proxy in front of the API to another host. */
const headerName = "(?:Accept|Content-Type|Idempotency-Key)";
const option = [
  `(?:-X|--request)${gap}[A-Z]+`,
  "(?:-G|--get)",
  `(?:-H|--header)${gap}(?:"${headerName}: [^"$\`!\\\\\\n]*"|'${headerName}: [^'\\n]*')`,
  // Nothing that a shell would evaluate: that of Windows does not know single quotes.
  `(?:-[Fd]|--(?:form|data|json))${gap}(?:"[^"$\`!\\\\\\n]*"|'[^'&|<>^]*'|[\\w.=@,-]+)`,
].join("|");

/**
 * Fills a new key into an example, where that is one call of the API by curl and nothing else.
 * Editors write the examples: otherwise one could word a command that sends the user's key to
 * another host. Everything else stays as it is written, with the variable.
 *
 * @param api the URL of the API
 */
export function exampleWithKey(code: string, api: string, secret: string): string {
  const origin = new URL(api).origin.replace(/[.+*?^$()[\]{}|\\]/g, "\\$&");
  const url = `${origin}(?:/[\\w./~-]*)?|"${origin}/[\\w./~?=&,%-]*"`;
  const options = `(?:${gap}(?:${option}))*`;
  const key = `${gap}(?:-H|--header)${gap}"Authorization: Bearer (${variable})"`;
  const address = `${gap}(?:${url})`;
  for (const [first, second] of [
    [key, address],
    [address, key],
  ]) {
    const call = new RegExp(`^\\s*curl${options}${first}${options}${second}${options}\\s*$`, "d");
    const place = call.exec(code)?.indices?.[1];
    if (place) return code.slice(0, place[0]) + secret + code.slice(place[1]);
  }
  return code;
}

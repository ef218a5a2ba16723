/** Lists and objects within each other: no example has more. */
const maxDepth = 50;

/**
 * Parses JSON that an editor wrote as an example.
 *
 * @returns undefined for what is no JSON, or nested so deeply that it could be parsed, but neither
 *   written again nor rendered: that ended the home page with an error
 */
export function parseExample(text: string): unknown {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (inText && character === "\\") index += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === "[" || character === "{")) depth += 1;
    else if (!inText && (character === "]" || character === "}")) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

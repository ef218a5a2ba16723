import { firstBytes } from "../images/picture";

/** Magic bytes of file formats, in hexadecimal, by file extension. */
const signatures: readonly { extensions: string; begins: RegExp; name: string }[] = [
  // The header of a PDF may follow other bytes.
  { extensions: "pdf", begins: /^(?:..)*255044462d/, name: "a PDF" },
  {
    extensions: "zip docx xlsx pptx epub jar",
    begins: /^504b(?:0304|0506)/,
    name: "a ZIP archive",
  },
  { extensions: "gz tgz", begins: /^1f8b/, name: "a gzip archive" },
  { extensions: "png", begins: /^89504e470d0a1a0a/, name: "a PNG" },
  { extensions: "jpg jpeg", begins: /^ffd8ff/, name: "a JPEG" },
  { extensions: "gif", begins: /^474946383[79]61/, name: "a GIF" },
  { extensions: "webp", begins: /^52494646.{8}57454250/, name: "a WebP" },
  {
    extensions: "mp4 m4a m4v mov",
    begins: /^.{8}(?:66747970|6d6f6f76|6d646174|77696465|66726565)/,
    name: "an MPEG-4 file",
  },
  { extensions: "webm mkv", begins: /^1a45dfa3/, name: "a Matroska file" },
  { extensions: "woff", begins: /^774f4646/, name: "a WOFF font" },
  { extensions: "woff2", begins: /^774f4632/, name: "a WOFF2 font" },
  { extensions: "rtf", begins: /^7b5c727466/, name: "an RTF" },
];

/**
 * Formats without a signature that are text: a null character means otherwise. Browsers trust the
 * Content-Type.
 */
const texts = new Set("txt csv vtt ics json md".split(" "));

/**
 * Compares a file's extension with its content: visitors open a file because of its name, and an
 * HTML page called "price-list.pdf" is a trap.
 *
 * @param path of the bytes
 * @param extension in lower case, without its dot
 * @returns a sentence about what is wrong; null for a match, and for extensions without a known
 *   signature
 */
export async function contentProblem(path: string, extension: string): Promise<string | null> {
  const bytes = await firstBytes(path);
  const promised = signatures.find(({ extensions }) => extensions.split(" ").includes(extension));
  if (promised && !promised.begins.test(bytes.toString("hex"))) {
    return `The file is called .${extension}, but its content is not ${promised.name}.`;
  }
  if (texts.has(extension) && bytes.includes(0)) {
    return `The file is called .${extension}, but its content is not plain text.`;
  }
  return null;
}

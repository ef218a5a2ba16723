import { readBytes } from "~/http/request-body.server";

/** The limits of a form. Thousands of fields of one name take quadratic time in the form library. */
const limits = {
  fields: 500,
  nameCharacters: 100,
  /**
   * Four times the longest text that a form takes: a page shows again what was typed, and 63 kB of
   * `<` in it took 30 ms.
   */
  valueCharacters: 20_000,
  /** Limit of the headers of each part of a multipart form: a field's name, a file's name and a type. */
  partHeaderBytes: 2_000,
};

/**
 * Reads the fields of a form: the only code that parses one, so that its limits apply to all.
 *
 * @throws a 400 Response when the body is no form, or not one of our pages' forms; a 413 Response
 * when it is larger than its route accepts.
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await readBytes(request);
  checkParts(body, type);
  const form = await parse(body, type);
  const names = [...form.keys()];
  if ([...form.values()].some(isTooLong)) throw refusal(413, "One of the fields is too long.");
  if (names.length > limits.fields) throw refusal(400, "That form has too many fields.");
  if (!names.every(isFieldName)) throw refusal(400, "That form has a field that no page has.");
  return form;
}

/** The fields of a form that hold text, by their names; of several with one name, the last. */
export const textFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

const refusal = (status: number, sentence: string) => new Response(sentence, { status });

/**
 * As browsers and fetch write it: in another form the parser might find another boundary than we
 * count.
 */
const multipart = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/i;

/**
 * Parsing 8 MB of empty parts takes half a second, and one part whose headers have 8 MB two to four;
 * counting them takes a few milliseconds.
 *
 * @throws a 400 Response when a multipart form has too many parts, or one with too long headers
 */
function checkParts(body: Uint8Array, type: string): void {
  if (!/^multipart\//i.test(type)) return;
  const [, boundary] = multipart.exec(type) ?? [];
  if (boundary === undefined) throw refusal(400, "That is not a form.");
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    parts += 1;
    // The last delimiter ends the form.
    if (parts > limits.fields + 1) throw refusal(400, "That form has too many fields.");
    const start = at + delimiter.length;
    const head = bytes.subarray(start, start + limits.partHeaderBytes);
    const isEnd = head.subarray(0, 2).equals(endMark);
    if (!isEnd && !head.includes("\r\n\r\n")) throw refusal(400, "That is not a form.");
  }
}

const endMark = Buffer.from("--");

/**
 * A body that is no form is the client's error; otherwise the parser's error would count as ours.
 */
async function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw refusal(400, "That is not a form.");
  }
}

const isTooLong = (value: FormDataEntryValue) =>
  typeof value === "string" && value.length > limits.valueCharacters;

/**
 * A name, never a path. The form library builds objects and lists from the names of fields:
 * `email[9999999]` is 16 bytes and took seconds, `email[0]=a&email.4294967294=b` stopped the process,
 * and so did `__intent__`, by which the library resets or extends a form in the browser. No page
 * sends any of them.
 */
const plainName = /^[a-z][\w-]*$/i;

// A value for `constructor` would be an object of the language to what reads it.
const isFieldName = (name: string) =>
  name.length <= limits.nameCharacters && plainName.test(name) && !(name in Object.prototype);

import { readRouteBody } from "~/http/request-body.server";
import { extractFile } from "./multipart-file.server";

/**
 * The limits of a form. Thousands of fields of one name take quadratic time in the form library.
 */
const limits = {
  fields: 500,
  nameCharacters: 100,
  /**
   * Four times the longest text that a form takes: a page shows again what was typed, and 63 kB of
   * `<` in it took 30 ms.
   */
  valueCharacters: 20_000,
};

/**
 * Reads the fields of a form: the only code that parses one, so that its limits apply to all.
 *
 * @throws a 400 Response when the body is not a form, or not one of our pages' forms; a 413
 * Response when it is larger than its route accepts.
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await readRouteBody(request);
  const form = /^multipart\//i.test(type)
    ? await parseMultipart(body, type)
    : await parse(body, type);
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
 * A body that is not a form is the client's error; otherwise the parser's error would count as
 * ours.
 */
async function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw refusal(400, "That is not a form.");
  }
}

async function parseMultipart(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const cut = extractFile(body, type);
  const entries = [...(await parse(cut.body, type))];
  if (entries.length !== cut.parts) throw refusal(400, "That is not a form.");
  const form = new FormData();
  for (const [index, [name, value]] of entries.entries()) {
    if (index !== cut.file?.index) form.append(name, value);
    else if (typeof value === "string") throw refusal(400, "That is not a form.");
    else form.append(name, new File([cut.file.content], value.name, { type: value.type }));
  }
  return form;
}

const isTooLong = (value: FormDataEntryValue) =>
  typeof value === "string" && value.length > limits.valueCharacters;

/**
 * A name, never a path. The form library builds objects and lists from the names of fields:
 * `email[9999999]` is 16 bytes and took seconds, `email[0]=a&email.4294967294=b` stopped the
 * process, and so did `__intent__`, by which the library resets or extends a form in the browser.
 * No page sends any of them.
 */
const plainName = /^[a-z][\w-]*$/i;

// A value for `constructor` would be an object of the language to what reads it.
const isFieldName = (name: string) =>
  name.length <= limits.nameCharacters && plainName.test(name) && !(name in Object.prototype);

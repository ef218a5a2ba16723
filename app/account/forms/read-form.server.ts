/**
 * What a form may hold. The form library builds objects from the names of fields: `email[9999999]` is 16 bytes and takes
 * seconds, one digit more takes all memory, and thousands of fields of one name take quadratic time.
 */
const limits = {
  bytes: 65_536,
  fields: 500,
  nameCharacters: 100,
  /** Objects and lists within each other. */
  depth: 4,
  intentCharacters: 200,
};

/** The button that a form was sent with, as the form library names it. */
const intentField = "__intent__";

/**
 * The fields of a form that was sent to us: the one place that reads a form's body, so that its limits hold for all.
 *
 * @param maxBytes of the whole body
 * @throws a 400 Response when the body is no form, or none that a page of ours sends; a 413 Response when it is too large.
 */
export async function readForm(request: Request, maxBytes = limits.bytes): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  // Only files need more, and millions of short fields would take seconds to parse.
  const isMultipart = /^multipart\/form-data\b/i.test(type);
  const body = await readBytes(request, isMultipart ? maxBytes : limits.bytes);
  const form = await parse(body, type);
  const names = [...form.keys()];
  if (names.length > limits.fields) throw refusal(400, "That form has too many fields.");
  if (!names.every(isFieldName)) throw refusal(400, "That form has a field that no page has.");
  if (!form.getAll(intentField).every(isIntent)) {
    throw refusal(400, "That form has a button that no page has.");
  }
  return form;
}

const refusal = (status: number, sentence: string) => new Response(sentence, { status });

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(() => null);
    // The connection broke off: nobody is left to read this.
    if (chunk === null) throw refusal(400, "That form did not arrive whole.");
    if (!chunk || chunk.done) break;
    length += chunk.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => {});
      throw refusal(413, "That is more than this page takes.");
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}

/** A body that is no form is the client's mistake; left to itself, the parser's error would be one of ours. */
async function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw refusal(400, "That is not a form.");
  }
}

function isFieldName(name: string): boolean {
  if (name.length > limits.nameCharacters) return false;
  return !/\[\d{3,}/.test(name) && (name.match(/[.[]/g) ?? []).length <= limits.depth;
}

/** The library's intents name a field: the same limits hold for it. */
function isIntent(value: FormDataEntryValue): boolean {
  if (typeof value !== "string" || value.length > limits.intentCharacters) return false;
  try {
    const intent: unknown = JSON.parse(value);
    if (typeof intent !== "object" || intent === null || !("type" in intent)) return false;
    if (intent.type !== "validate" && intent.type !== "reset") return false;
    if (!("payload" in intent) || intent.payload === undefined) return true;
    const { payload } = intent;
    if (typeof payload !== "object" || payload === null) return false;
    return !("name" in payload) || (typeof payload.name === "string" && isFieldName(payload.name));
  } catch {
    return false;
  }
}

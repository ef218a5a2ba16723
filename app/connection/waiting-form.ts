/** The form that was sent last, with its button. */
let sent: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;

/** Remembers which form is sent, before Remix makes a request of it. */
export function followForms(): void {
  const remember = ({ target, submitter }: SubmitEvent) => {
    if (target instanceof HTMLFormElement) sent = { form: target, submitter };
  };
  window.addEventListener("submit", remember, true);
}

/**
 * Makes a function that reads the form of a request again: it can be edited while the request waits
 * for a connection, and what was stored then was not what the visitor saw.
 *
 * @param body as Remix sends it
 * @returns a function that returns the body as the form has it then; null where the request is not
 *   that of the last form
 */
export function liveBodyReader(body: RequestInit["body"]): (() => BodyInit) | null {
  if (!(body instanceof URLSearchParams || body instanceof FormData) || !sent) return null;
  const { form, submitter } = sent;
  const read = () => {
    const isThere = form.isConnected && (submitter === null || form.contains(submitter));
    if (!isThere) return body;
    const now = new FormData(form, submitter);
    return body instanceof FormData ? now : new URLSearchParams(textsOf(now));
  };
  return sameTexts(read(), body) ? read : null;
}

const textsOf = (fields: FormData | URLSearchParams): [string, string][] =>
  [...fields].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));

const sameTexts = (one: FormData | URLSearchParams, other: FormData | URLSearchParams) =>
  JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));

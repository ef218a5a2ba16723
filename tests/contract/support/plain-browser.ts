/** A browser without scripts, as far as a running site can tell. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();

  constructor(readonly site: string) {}

  /** Opens a page, or sends a form to it. Redirects are not followed. */
  async ask(path: string, fields?: Record<string, string>) {
    const response = await fetch(this.site + path, {
      redirect: "manual",
      headers: {
        Origin: this.site,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, location: headers.get("Location"), text: await response.text() };
  }
}

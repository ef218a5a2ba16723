/** What the doctor says of one thing: how it is, and what to do where that is not right. */
export interface Finding {
  kind: "ok" | "warning" | "problem";
  /** One or two sentences; the second says what to do. */
  text: string;
}

export const ok = (text: string): Finding => ({ kind: "ok", text });
export const warning = (text: string): Finding => ({ kind: "warning", text });
export const problem = (text: string): Finding => ({ kind: "problem", text });

export const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;

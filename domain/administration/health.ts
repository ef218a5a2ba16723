/** What an examination says about one thing: its state, and what to do if that is wrong. */
export interface Finding {
  kind: "ok" | "warning" | "problem";
  /** One or two sentences; the second says what to do. */
  text: string;
}

/** What was examined together, such as the machine or the backups. */
export interface ExaminedSubject {
  title: string;
  findings: Finding[];
}

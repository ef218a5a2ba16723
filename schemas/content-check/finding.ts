import { publishedIdOf } from "../edits/draft-ids";

/** A document as the lake stores it. */
export type LakeDocument = { _id: string; _type: string } & Record<string, unknown>;

/** The parts of the report, in the order in which editors want to know. */
export const kinds = {
  invalid: "Fails validation",
  link: "Links that lead nowhere",
  picture: "Pictures without alternative text",
  url: "URLs that conflict",
  plan: "Plans that contradict each other",
  unwise: "Allowed, but unwise",
  unfinished: "Drafts that cannot be published yet",
  scheduled: "Scheduled",
  draft: "In draft",
} as const;

export type Kind = keyof typeof kinds;

/** The kinds that are errors; the others are only for information. */
export const errorKinds: ReadonlySet<Kind> = new Set(["invalid", "link", "picture", "url", "plan"]);

/** A finding, before it is decided whether its document being a draft matters. */
export interface Note {
  kind: Kind;
  document: LakeDocument;
  message: string;
}

export const note = (kind: Kind, document: LakeDocument, message: string): Note => ({
  kind,
  document,
  message,
});

/** The name of a document that editors see. */
export function titleOf(document: LakeDocument): string {
  const words = [document.title, document.name, document.question, document.heading, document.from];
  const title = words.find((word) => typeof word === "string" && word !== "");
  return typeof title === "string" ? title : publishedIdOf(document._id);
}

/** Documents grouped by a key. */
export function together(
  documents: readonly LakeDocument[],
  keyOf: (document: LakeDocument) => string | undefined,
): LakeDocument[][] {
  const groups = new Map<string, LakeDocument[]>();
  for (const document of documents) {
    const key = keyOf(document);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

import { resolve } from "node:path";
import { type DatasetLake, importDataset } from "@platen/content-lake/dataset";

/** The day on which the newest opening of the sample content was posted. */
const newestOpening = "2025-06-09";

const dayMilliseconds = 86_400_000;

/**
 * The content of a new site: a whole company's, to try the site with; the same with notices in the
 * place of archives, likes and comments, and a contact form that opens the email client, as the
 * specification has them; or as little as every page needs, with sentences that say what to write.
 */
const directories = { sample: "content", specification: "content", blank: "content/blank" };

/** The name of a seed. */
export type Seed = keyof typeof directories;

export const isSeed = (name: string): name is Seed => Object.hasOwn(directories, name);

/**
 * Imports a seed into an empty lake, or with `replace` over what a lake has. The dates of the
 * sample's job openings are moved to recent days: search engines treat years-old postings as
 * expired.
 *
 * @param today such as "2026-01-31"
 */
export async function importSeed(
  lake: DatasetLake,
  seed: Seed,
  today = new Date().toISOString().slice(0, 10),
  mode: "seed" | "replace" = "seed",
): Promise<{ ids: string[] }> {
  const days = Math.max(0, (Date.parse(today) - Date.parse(newestOpening)) / dayMilliseconds);
  return importDataset({
    lake,
    directory: resolve(directories[seed]),
    mode,
    prepare(document) {
      if (document._type === "jobOpening" && typeof document.postedDate === "string")
        return { ...document, postedDate: later(document.postedDate, days) };
      if (seed === "specification" && document._type === "siteSettings")
        return { ...document, behaviour: switchedOff(document.behaviour) };
      return document;
    },
  });
}

/** The behavior of the site settings without what the specification has a notice for. */
function switchedOff(behavior: unknown): object {
  const switches = typeof behavior === "object" ? behavior : {};
  const notices = { archives: "notice", likes: "notice", comments: "notice" };
  return { ...switches, ...notices, contactForm: "mail" };
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

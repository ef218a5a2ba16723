import { z } from "zod";
import { isPlain, isVisible } from "~/account/forms/plain-text";

/** What a key lets its holder do. The gateway asks for one of these names; they are part of its contract. */
export const scopes = [
  { id: "edit", label: "Edit", does: "Merge, split, stamp, optimize and edit PDF files" },
  { id: "convert", label: "Convert", does: "Turn other formats into PDF, and back" },
  { id: "create", label: "Create", does: "QR codes, and documents from templates" },
  { id: "read", label: "Read", does: "Text and metadata of files" },
] as const;

export const scopeIds = ["edit", "convert", "create", "read"] as const;

/** How long a key lives, in days. Each has an end, as the security page says. */
export const lifetimes = [
  { days: "30", label: "30 days" },
  { days: "90", label: "90 days" },
  { days: "365", label: "1 year" },
  { days: "7", label: "7 days" },
] as const;

/** How long a key still works beside the one that replaces it, in hours. */
export const overlaps = [
  { hours: "24", label: "24 hours" },
  { hours: "1", label: "1 hour" },
  { hours: "168", label: "7 days" },
  { hours: "0", label: "Not at all" },
] as const;

/** What a person calls a key: one line that can be seen. */
export const keyName = z
  .string({ error: "Give the key a name." })
  .transform((name) => name.normalize("NFC").trim().replace(/ +/g, " "))
  .refine((name) => name.length > 0, "Give the key a name.")
  .refine((name) => [...name].length <= 60, "Keep the name to 60 characters.")
  .refine(isPlain, "Use letters, digits and signs only.")
  .refine((name) => name === "" || isVisible(name), "Give the key a name that can be seen.");

/** What the form for a new key sends. `id` was made with the form: sent twice, it makes one key. */
export const newKeyFields = z.object({
  intent: z.literal("create"),
  id: z.uuid({ error: "Load the page again." }),
  name: keyName,
  days: z.enum(
    lifetimes.map(({ days }) => days),
    { error: "Choose how long the key works." },
  ),
  scopes: z.array(z.enum(scopeIds)).min(1, "Choose at least one permission."),
});

export type NewKeyFields = z.input<typeof newKeyFields>;

export const rotateFields = z.object({
  intent: z.literal("rotate"),
  /** The key that steps back, and the id of the one that takes its place. */
  key: z.uuid(),
  id: z.uuid(),
  hours: z.enum(overlaps.map(({ hours }) => hours)),
});

export const revokeFields = z.object({ intent: z.literal("revoke"), key: z.uuid() });

import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { isPlain, isVisible } from "@domain/accounts/plain-text";

/**
 * What a key permits its holder. The gateway requests these names; they are part of its contract.
 */
export const scopes = [
  { id: "edit", label: "Edit", does: "Merge, split, stamp, optimize and edit PDF files" },
  { id: "convert", label: "Convert", does: "Turn other formats into PDF, and back" },
  { id: "create", label: "Create", does: "QR codes, and documents from templates" },
  { id: "read", label: "Read", does: "Text and metadata of files" },
] as const;

export const scopeIds = scopes.map(({ id }) => id);

/** The permission that a call needs, by its method and its path, such as `/v1/pdf/merge`. */
export function scopeOfCall(
  method: string | null | undefined,
  path: string | null | undefined,
): (typeof scopeIds)[number] {
  const operation = path ?? "";
  if (operation.includes("/convert/")) return "convert";
  if (/\/qr\/|-template$/.test(operation)) return "create";
  return method === "GET" ? "read" : "edit";
}

/** The lifetimes of a key, in days. Every key expires, as the security page says. */
export const lifetimes = [
  { days: "7", label: "7 days" },
  { days: "30", label: "30 days" },
  { days: "90", label: "90 days" },
  { days: "365", label: "1 year" },
] as const;

/** How long a key still works together with its replacement, in hours. */
export const overlaps = [
  { hours: "0", label: "Not at all" },
  { hours: "1", label: "1 hour" },
  { hours: "24", label: "24 hours" },
  { hours: "168", label: "7 days" },
] as const;

/** Characters of a key's name, and how many code units they may be written with. */
const [maxName, maxWritten] = [60, 240];

/**
 * The name of a key: one visible line. Its length is checked before it is normalized: that takes
 * time that grows with the square of a run of accents.
 */
const keyName = z
  .string({ error: "Give the key a name." })
  .max(maxWritten, { error: `Keep the name to ${maxName} characters.`, abort: true })
  .transform((name) => name.normalize("NFC").trim().replace(/ +/g, " "))
  .refine((name) => name.length > 0, "Give the key a name.")
  .refine((name) => [...name].length <= maxName, `Keep the name to ${maxName} characters.`)
  .refine(isPlain, { error: "Use letters, digits and symbols only.", abort: true })
  .refine((name) => name === "" || isVisible(name), "Give the key a name with visible characters.");

/**
 * What the form for a new key sends. `id` was created with the form: sent twice, it makes one key.
 */
export const newKeyFields = z.object({
  intent: z.literal("create"),
  id: z.uuid({ error: "Load the page again." }).lowercase("Load the page again."),
  name: keyName,
  days: z.enum(
    lifetimes.map(({ days }) => days),
    { error: "Choose how long the key works." },
  ),
  // One that was sent twice counts once: the database refuses more than there are.
  scopes: z
    .array(z.enum(scopeIds))
    .min(1, "Choose at least one permission.")
    .transform((chosen) => [...new Set(chosen)]),
});

export type NewKeyFields = z.input<typeof newKeyFields>;

export const rotateFields = z.object({
  intent: z.literal("rotate"),
  /** The key that is replaced, and the id of its replacement. */
  key: uuid,
  id: uuid,
  hours: z.enum(overlaps.map(({ hours }) => hours)),
});

export const revokeFields = z.object({ intent: z.literal("revoke"), key: uuid });

import { z } from "zod";

/** What the profile form sends. Whether the file is a picture is for the server to find out. */
export const profileFields = z.object({
  fullName: z.string().trim().max(120, "Keep your name to 120 characters.").default(""),
  picture: z.instanceof(Blob, { error: "Choose a picture." }).optional(),
  removePicture: z.boolean().optional(),
});

export type ProfileFields = z.input<typeof profileFields>;

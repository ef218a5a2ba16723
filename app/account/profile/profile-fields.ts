import { z } from "zod";
import { personName } from "./person-name";

/** What the profile form sends. Whether the file is a picture is for the server to determine. */
export const profileFields = z.object({
  fullName: personName,
  picture: z.instanceof(Blob, { error: "Choose a picture." }).optional(),
  removePicture: z.boolean().optional(),
});

export type ProfileFields = z.input<typeof profileFields>;

import { z } from "zod";

/**
 * An id that a request names, as the database writes it. In capitals it would be the same to the
 * database, and another to a comparison of texts: an administrator could ban their own account.
 */
export const uuid = z.uuid().lowercase();

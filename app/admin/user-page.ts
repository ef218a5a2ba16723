import type { SerializeFrom } from "@remix-run/node";
import type { loader } from "~/routes/admin-user";

/** An account as its page gets it. */
export type UserPage = SerializeFrom<typeof loader>;

import { z } from "zod";
import { type ActivityKind, activityKinds, isActivityKind } from "@domain/plans/activity-kinds";

const kinds = Object.keys(activityKinds).filter(isActivityKind);

/** The parameters of the URL of the activity page, and of its file. */
export const activityFilter = z.object({
  show: z.enum(kinds).or(z.literal("")).default(""),
  after: z.string().max(500).optional(),
});

/** The kinds of events that the filter shows. */
export const kindsOf = (show: ActivityKind | ""): readonly ActivityKind[] =>
  show === "" ? kinds : [show];

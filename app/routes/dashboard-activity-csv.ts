import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Claims } from "@domain/accounts/claims";
import { csvLine } from "@domain/administration/csv";
import type { ActivityKind } from "@domain/plans/activity-kinds";
import { readActivityPage } from "@domain/plans/activity-log.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { readOperationNames } from "~/account/plans/operation-names.server";
import { readPlansIfAvailable } from "~/account/plans/own-plan.server";
import { requireUser } from "~/account/session/guards.server";
import { activityFilter, kindsOf } from "~/dashboard/activity-filter";
import { activityLines } from "~/dashboard/activity-lines.server";
import { streamedFile } from "~/http/streamed-file.server";

const head = ["time", "event", "about", "key", "credits", "balance"];

/** Events that are in memory at a time, and pages of them in a file: the newest 50,000 events. */
const [atOnce, maxPages] = [1_000, 50];

/** What the filter of the activity page shows, as a file that is written while it is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const { show } = readFilter(request, activityFilter);
  return streamedFile(linesOf(claims, kindsOf(show)), { name: "activity", format: "csv" });
}

async function* linesOf(claims: Claims, kinds: readonly ActivityKind[]): AsyncGenerator<string> {
  const [plans, nameOperation] = await Promise.all([readPlansIfAvailable(), readOperationNames()]);
  let before = csvLine(head);
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { events, next } = await readActivityPage(claims, kinds, atOnce, after);
    const lines = activityLines(events, { plans: plans ?? [], nameOperation });
    yield (
      before +
      lines
        .map(({ at, what, about, keyName, credits, balance }) =>
          csvLine([at.toISOString(), what, about, keyName, credits, balance]),
        )
        .join("")
    );
    if (!next) return;
    before = "";
    after = next;
  }
}

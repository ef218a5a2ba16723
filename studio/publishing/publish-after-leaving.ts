import { combineLatest, debounceTime, filter, take } from "rxjs";
import type { DocumentStore, SanityClient } from "sanity";
import { titleOf } from "../../schemas/content-check/finding";
import { draftIdOf } from "../../schemas/edits/draft-ids";
import { actionsFor } from "../lists/bulk-rows";

interface Studio {
  pair: DocumentStore["pair"];
  client: SanityClient;
  say: (toast: { status: "success" | "error"; title: string; description?: string }) => void;
}

interface Left {
  /** The published id. */
  id: string;
  type: string;
}

/** The last input of a form that closes is passed on by then. */
const settleMilliseconds = 500;

/**
 * Publishes a document whose form was left before its Publish action could: that waits for the last
 * edits and their validation, and a form that closes cancels it. Waits for them as long as the
 * Studio is open, even without a connection.
 */
export function publishAfterLeaving(studio: Studio, { id, type }: Left): void {
  const { pair } = studio;
  combineLatest([
    pair.editState(id, type),
    pair.consistencyStatus(id, type),
    pair.validation(draftIdOf(id), type, true),
  ])
    .pipe(
      debounceTime(settleMilliseconds),
      filter(
        ([{ ready }, isConsistent, { isValidating }]) => ready && isConsistent && !isValidating,
      ),
      take(1),
    )
    .subscribe(([{ draft, published }, , { validation }]) => {
      if (!draft) return;
      const title = titleOf(draft);
      const isInvalid = validation.some(({ level }) => level === "error");
      if (isInvalid) refuse(studio, title, "Some of its fields must be fixed first.");
      else void publish(studio, { id, draft, published, title });
    });
}

async function publish(
  studio: Studio,
  row: Parameters<typeof actionsFor>[2] & { title: string },
): Promise<void> {
  const { client, say } = studio;
  try {
    await client.action(await actionsFor(client, "publish", row));
    say({ status: "success", title: `“${row.title}” was published` });
  } catch (error) {
    // The form may have published it at the same time.
    const isLeft = await client
      .fetch<boolean>(
        "defined(*[_id == $id][0]._id)",
        { id: draftIdOf(row.id) },
        { perspective: "raw" },
      )
      .catch(() => true);
    if (isLeft) refuse(studio, row.title, error instanceof Error ? error.message : undefined);
  }
}

function refuse({ say }: Studio, title: string, description?: string): void {
  say({
    status: "error",
    title: `“${title}” was not published`,
    ...(description && { description }),
  });
}

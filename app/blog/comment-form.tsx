import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { comingSoon } from "~/coming-soon/coming-soon-notice";
import { Button } from "~/ui/button";
import type { TypedComment } from "./comment-action.server";
import { CommentFieldset } from "./comment-fieldset";
import { CommentPanel, CommentStatus } from "./comment-panel";

/**
 * Leave a Comment, while comments are switched off: submitting shows the coming-soon notice.
 *
 * @param typed what was sent without scripts
 */
export function CommentForm({ typed }: { typed: TypedComment | undefined }) {
  return (
    <CommentPanel>
      {typed && (
        <CommentStatus>
          <strong className="font-semibold">{comingSoon.title}</strong> {comingSoon.description}
          {typed.comment && " Your text is still here, for you to copy."}
        </CommentStatus>
      )}
      <ComingSoonForm anchor="leave-a-comment" className="mt-6 grid gap-5">
        <CommentFieldset typed={typed} />
        <Button type="submit" className="justify-self-start">
          Submit
        </Button>
      </ComingSoonForm>
    </CommentPanel>
  );
}

import { Form, Link, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { CommentReply, ticketAction } from "./comment-action.server";
import { CommentFieldset } from "./comment-fieldset";
import { CommentPanel, CommentStatus } from "./comment-panel";

interface WriteCommentProps {
  reply: CommentReply | undefined;
  /** The name of a signed-in user. */
  name: string | undefined;
  /** The comment that is replied to. */
  parent: { id: string; name: string } | null;
  onCancel: () => void;
  /** The page of comments that is shown, to which the form is sent. */
  path: string;
}

/**
 * Leave a Comment. It is sent with a ticket: scripts get one when somebody begins to write, and
 * without scripts the form comes back with one, to be read once more.
 */
export function WriteComment({ reply, name, parent, onCancel, path }: WriteCommentProps) {
  const fetcher = useFetcher<typeof ticketAction>();
  const { state } = useNavigation();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (reply?.refused) focusOnWrong(form.current);
  }, [reply]);
  // That of the reply is newer: the one before it may have been used.
  const ticket = reply?.ticket ?? fetcher.data?.ticket;

  function begin() {
    if (!ticket && fetcher.state === "idle") {
      void fetcher.submit({ intent: "ticket" }, { method: "post", action: path });
    }
  }

  return (
    <CommentPanel>
      <div className="mt-5 empty:hidden">
        <FormError>{reply?.refused && reply.message}</FormError>
      </div>
      {reply && !reply.refused && <CommentStatus>{reply.message}</CommentStatus>}
      <Form
        ref={form}
        method="post"
        noValidate
        // Without scripts the response opens at the form; with them, a hash would take the focus.
        action={hydrated ? path : `${path}#leave-a-comment`}
        preventScrollReset
        className="mt-6 grid gap-5"
        onFocus={begin}
      >
        {parent && (
          <p className="text-sm text-muted">
            In reply to {parent.name}.{" "}
            <Link to={path} preventScrollReset className="text-action" onClick={onCancel}>
              Write a new comment instead
            </Link>
          </p>
        )}
        <input type="hidden" name="parent" value={parent?.id ?? ""} />
        <input type="hidden" name="ticket" value={ticket ?? ""} />
        <CommentFieldset
          // A comment that is stored leaves an empty form, which has a ticket of its own.
          key={reply?.stored ? reply.ticket : "form"}
          typed={reply?.typed ?? { name }}
          errors={reply?.errors}
          required
        />
        <label hidden>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
        <Button type="submit" busy={state === "submitting"} className="justify-self-start">
          Submit
        </Button>
      </Form>
    </CommentPanel>
  );
}

/** Moves the focus to the first wrong field, unless the visitor is writing in one already. */
function focusOnWrong(form: HTMLFormElement | null) {
  if (form?.querySelector("input:focus, textarea:focus")) return;
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

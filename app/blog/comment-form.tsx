import { ComingSoonForm } from "~/shell/coming-soon/coming-soon";
import { comingSoon } from "~/shell/coming-soon/coming-soon-notice";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Textarea } from "~/ui/textarea";
import type { TypedComment } from "./comment-action.server";

/**
 * Leave a Comment. Submitting shows the coming-soon notice.
 *
 * @param typed what was sent without scripts
 */
export function CommentForm({ typed }: { typed: TypedComment | undefined }) {
  return (
    <section
      aria-labelledby="leave-a-comment"
      data-print="hide"
      className="rounded-lg border border-line bg-ink-900 p-6 sm:p-8"
    >
      <h2 id="leave-a-comment" className="text-xl font-semibold tracking-tight">
        Leave a Comment
      </h2>
      {typed && (
        <p role="status" className="mt-4 rounded-lg border border-line-strong bg-ink-850 px-4 py-3">
          <strong className="font-semibold">{comingSoon.title}</strong> {comingSoon.description}
          {typed.comment && " Your text is still here, for you to copy."}
        </p>
      )}
      <ComingSoonForm anchor="leave-a-comment" className="mt-6 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name">
            {(control) => (
              <Input name="name" autoComplete="name" defaultValue={typed?.name} {...control} />
            )}
          </Field>
          <Field label="Email" hint="It will not be published." optional>
            {(control) => (
              <Input
                type="email"
                name="email"
                autoComplete="email"
                defaultValue={typed?.email}
                {...control}
              />
            )}
          </Field>
        </div>
        <Field label="Comment">
          {(control) => <Textarea name="comment" defaultValue={typed?.comment} {...control} />}
        </Field>
        <Button type="submit" className="justify-self-start">
          Submit
        </Button>
      </ComingSoonForm>
    </section>
  );
}

import { ComingSoonForm } from "~/shell/coming-soon";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Textarea } from "~/ui/textarea";

/** Leave a Comment. Submitting shows the coming-soon notice. */
export function CommentForm() {
  return (
    <section
      aria-labelledby="leave-a-comment"
      data-print="hide"
      className="rounded-lg border border-line bg-ink-900 p-6 sm:p-8"
    >
      <h2 id="leave-a-comment" className="text-xl font-semibold tracking-tight">
        Leave a Comment
      </h2>
      <ComingSoonForm className="mt-6 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name">
            {(control) => <Input name="name" autoComplete="name" {...control} />}
          </Field>
          <Field label="E-mail" hint="It will not be published." optional>
            {(control) => <Input type="email" name="email" autoComplete="email" {...control} />}
          </Field>
        </div>
        <Field label="Comment">{(control) => <Textarea name="comment" {...control} />}</Field>
        <Button type="submit" className="justify-self-start">
          Submit
        </Button>
      </ComingSoonForm>
    </section>
  );
}

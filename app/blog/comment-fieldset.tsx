import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Textarea } from "~/ui/textarea";
import type { CommentReply, TypedComment } from "./comment-action.server";

/** Name, Email and Comment: the fields of the comment form. */
export function CommentFieldset({
  typed,
  errors,
  required,
}: {
  typed: Partial<TypedComment> | undefined;
  errors?: CommentReply["errors"];
  /** Whether the browser asks for the name and the text; the notice needs neither. */
  required?: boolean;
}) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors?.name} required={required}>
          {(control) => (
            <Input name="name" autoComplete="name" defaultValue={typed?.name} {...control} />
          )}
        </Field>
        <Field label="Email" hint="It will not be published." error={errors?.email} optional>
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
      <Field label="Comment" error={errors?.comment} required={required}>
        {(control) => <Textarea name="comment" defaultValue={typed?.comment} {...control} />}
      </Field>
    </>
  );
}

import type { FieldMetadata } from "@conform-to/react";
import { FormField } from "~/account/forms/form-field";

/** The email address of an account, named as password managers look for it. */
export function EmailField({ meta }: { meta: FieldMetadata<string> }) {
  return (
    <FormField
      meta={meta}
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

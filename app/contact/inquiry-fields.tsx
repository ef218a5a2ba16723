import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Textarea } from "~/ui/textarea";
import {
  inquiryFields,
  maxLengths,
  type Inquiry,
  type InquiryField,
  type ValidationErrors,
} from "./inquiry";

const labels: Record<InquiryField, string> = {
  name: "Name",
  email: "Email",
  company: "Company",
  subject: "Subject",
  message: "Message",
};

/** The `autocomplete` of each field. */
const autoComplete: Partial<Record<InquiryField, string>> = {
  name: "name",
  email: "email",
  company: "organization",
};

interface InquiryFieldsProps {
  /** The text of each field at first. */
  initial: Partial<Inquiry>;
  errors: ValidationErrors;
  /** Shown below the message. */
  hint?: string;
}

/** The fields of the contact form, whichever way it is sent. */
export function InquiryFields({ initial, errors, hint }: InquiryFieldsProps) {
  return inquiryFields.map((name) => (
    <Field
      key={name}
      label={labels[name]}
      required={name !== "company"}
      optional={name === "company"}
      hint={name === "message" ? hint : undefined}
      error={errors[name]}
      className={name === "message" ? "sm:col-span-2" : undefined}
    >
      {(control) => {
        const shared = {
          ...control,
          name,
          maxLength: maxLengths[name],
          defaultValue: initial[name] ?? "",
        };
        return name === "message" ? (
          <Textarea {...shared} rows={9} />
        ) : (
          <Input
            {...shared}
            type={name === "email" ? "email" : "text"}
            autoComplete={autoComplete[name]}
          />
        );
      }}
    </Field>
  ));
}

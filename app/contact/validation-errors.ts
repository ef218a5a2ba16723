import {
  inquiryFields,
  maxLengths,
  missing,
  tooLong,
  wrongEmail,
  type ValidationErrors,
} from "./inquiry";

/** The errors of the form in the browser, by the same limits as on the server. */
export function validationErrorsOf(form: HTMLFormElement): ValidationErrors {
  const validationErrors: ValidationErrors = {};
  for (const field of inquiryFields) {
    const control = form.elements.namedItem(field);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
    const value = control.value.trim();
    if (field !== "company" && value === "") validationErrors[field] = missing[field];
    else if (control.validity.typeMismatch) validationErrors[field] = wrongEmail;
    else if (value.length > maxLengths[field]) validationErrors[field] = tooLong(field);
  }
  return validationErrors;
}

/**
 * Moves the focus to the first field with an error.
 *
 * @returns whether there is one
 */
export function focusOnFirstError(form: HTMLFormElement, errors: ValidationErrors): boolean {
  const first = inquiryFields.find((field) => errors[field]);
  const control = first && form.elements.namedItem(first);
  if (control instanceof HTMLElement) {
    control.focus({ preventScroll: true });
    // By default the browser does not scroll to a field that only the bar covers.
    control.scrollIntoView({ block: "center" });
  }
  return first !== undefined;
}

/** The form's fields as text, one string each. */
export function textsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value.replace(/\r\n?/g, "\n").trim() : "";
  };
  return {
    name: text("name"),
    email: text("email"),
    company: text("company"),
    subject: text("subject"),
    message: text("message"),
  };
}

/**
 * The title in the browser's tab and the Studio's corner: not a brand, which is the customer's and
 * can change.
 */
export const studioTitle = "Content Studio";

/**
 * The registration mark of the press room: a circle crossed by two hairlines. Drawn in the color of
 * the text.
 */
export function RegistrationMark() {
  return (
    <svg viewBox="0 0 25 25" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden>
      <circle cx="12.5" cy="12.5" r="6.5" strokeWidth="1.4" />
      <path d="M12.5 1.5v22M1.5 12.5h22" strokeWidth="1.2" />
      <circle cx="12.5" cy="12.5" r="2.5" fill="currentColor" stroke="none" />
    </svg>
  );
}

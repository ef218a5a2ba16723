import { cx } from "class-variance-authority";

/*
 * The ornament of the print shop, drawn inline: no requests, and the inks follow the theme. All of
 * it is decoration, and hidden from screen readers.
 */

interface MarkProps {
  className?: string;
}

/** The brand's mark: a registration target with its four inks. */
export function LogoMark({ className }: MarkProps) {
  return (
    <svg aria-hidden viewBox="0 0 28 28" fill="none" className={cx("size-7", className)}>
      <path d="M14 7a7 7 0 0 1 7 7h-7z" className="fill-action" />
      <path d="M21 14a7 7 0 0 1-7 7v-7z" className="fill-mark" />
      <path d="M14 21a7 7 0 0 1-7-7h7z" className="fill-highlight" />
      <path d="M14 1v26M1 14h26" className="stroke-foreground" strokeWidth="1.2" />
      <circle cx="14" cy="14" r="8.6" className="stroke-foreground" strokeWidth="1.6" />
    </svg>
  );
}

/** A registration mark: a target that shows whether the plates lie over each other. */
export function RegistrationMark({ className }: MarkProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      className={cx("size-3.5 shrink-0", className)}
    >
      <circle cx="7" cy="7" r="4" />
      <path d="M7 0v14M0 7h14" />
    </svg>
  );
}

const corners = [
  "left-0 top-0",
  "right-0 top-0 -scale-x-100",
  "bottom-0 left-0 -scale-y-100",
  "right-0 bottom-0 -scale-100",
];

/**
 * Crop marks at the corners of the nearest positioned ancestor, which keeps 28 px of padding for
 * them.
 */
export function CropMarks({ className }: MarkProps) {
  return (
    <div aria-hidden className={cx("pointer-events-none absolute inset-0 text-faint", className)}>
      {corners.map((corner) => (
        <svg
          key={corner}
          viewBox="0 0 28 28"
          fill="none"
          stroke="currentColor"
          className={cx("absolute size-7", corner)}
        >
          <path d="M27.5 0v18M0 27.5h18" />
        </svg>
      ))}
    </div>
  );
}

/**
 * Two small crosses where a section's hairline meets the page's measure, as on the edge of a press
 * sheet.
 */
export function TrimMarks() {
  return ["left-5 sm:left-6", "right-5 sm:right-6"].map((side) => (
    <svg
      key={side}
      aria-hidden
      viewBox="0 0 11 11"
      stroke="currentColor"
      className={cx("absolute -top-[6px] size-[11px] text-faint print:hidden", side)}
    >
      <path d="M5.500 0v11M0 5.500h11" />
    </svg>
  ));
}

const bar = ["bg-action", "bg-mark", "bg-highlight", "bg-foreground"].flatMap((ink) => [
  ink,
  `${ink} opacity-65`,
  `${ink} opacity-30`,
]);

/** The color bar of a press sheet: each ink full, at two thirds and at one third. */
export function InkBar({ className }: MarkProps) {
  return (
    <div aria-hidden className={cx("flex h-1.5", className)}>
      {bar.map((ink) => (
        <i key={ink} className={cx("flex-1", ink)} />
      ))}
    </div>
  );
}

const rows = 34;
const pitch = 15;

/**
 * A halftone screen: dots on a grid turned to an ink's own angle, growing toward one end. One
 * stroked line a row, dashed with round dots, is what keeps a thousand dots under two kilobytes.
 */
function Screen({ angle, className }: { angle: number; className: string }) {
  return (
    <g transform={`rotate(${angle} 300 260)`} className={className}>
      {Array.from({ length: rows }, (_, row) => (
        <path
          key={row}
          d={`M-60 ${row * pitch}h720`}
          strokeWidth={
            Math.round(8.4 * Math.sin((Math.PI * (row + 1)) / (rows + 1)) ** 2 * 10) / 10
          }
        />
      ))}
    </g>
  );
}

/**
 * Two halftone screens at the angles of cyan (15°) and magenta (75°): where they cross, they make
 * the rosette.
 */
export function Halftone({ className }: MarkProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 520"
      fill="none"
      strokeLinecap="round"
      strokeDasharray={`0 ${pitch}`}
      className={cx("pointer-events-none", className)}
    >
      <Screen angle={15} className="stroke-action" />
      <Screen angle={75} className="stroke-mark" />
    </svg>
  );
}

import { cx } from "class-variance-authority";

/** One ring of a guilloche: the same ellipse turned again and again, until its lines weave. */
function Ring({
  count,
  rx,
  ry,
  className,
}: {
  count: number;
  rx: number;
  ry: number;
  className: string;
}) {
  return (
    <g className={className}>
      {Array.from({ length: count }, (_, index) => (
        <ellipse
          key={index}
          rx={rx}
          ry={ry}
          transform={`rotate(${Math.round((index * 18000) / count) / 100})`}
        />
      ))}
    </g>
  );
}

/**
 * The rosette that protects banknotes: lines too fine, and too regular, to be copied. Decoration.
 */
export function Guilloche({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="-250 -250 500 500"
      fill="none"
      strokeWidth="0.75"
      className={cx("pointer-events-none", className)}
    >
      <Ring count={30} rx={240} ry={150} className="stroke-action/60" />
      <Ring count={24} rx={168} ry={84} className="stroke-mark/60" />
      <Ring count={16} rx={96} ry={38} className="stroke-highlight/60" />
      <circle r="44" className="fill-ground stroke-foreground" strokeWidth="2" />
      {/* A keyhole. */}
      <circle cy="-9" r="11" className="fill-foreground" />
      <path d="M-4-4h8l6 26h-20z" className="fill-foreground" />
    </svg>
  );
}

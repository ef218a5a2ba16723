import type { ReactNode } from "react";

/*
 * The parts of which operations are drawn: sheets of paper, what is printed on them, and the inks.
 * Colors are attributes, because the same parts are in a file of symbols, which no style sheet
 * reaches.
 */

/** What an operation does. */
export interface Drawing {
  /** What is sent, on the left: x from 0 to 38. */
  before: ReactNode;
  /** What comes back, on the right: x from 58 to 96. Both are from 0 to 56 high. */
  after: ReactNode;
}

export const inks = {
  paper: "var(--color-sheet)",
  print: "var(--color-sheet-print)",
  cyan: "var(--color-action)",
  magenta: "var(--color-mark)",
  yellow: "var(--color-highlight)",
  ground: "var(--color-sheet-ground)",
} as const;

export type Ink = keyof typeof inks;

interface Box {
  x: number;
  y: number;
  w?: number;
  h?: number;
}

/** A sheet of paper, 28 by 38 unless it says otherwise; with an edge where it lies on others. */
export function Sheet({
  x,
  y,
  w = 28,
  h = 38,
  ink = "paper",
  edge = false,
}: Box & { ink?: Ink; edge?: boolean }) {
  const stroke = edge ? { stroke: inks.ground, strokeWidth: 0.8 } : {};
  return <rect x={x} y={y} width={w} height={h} rx={1.5} fill={inks[ink]} {...stroke} />;
}

interface LinesProps extends Box {
  /** How many. */
  n: number;
  gap?: number;
  ink?: Ink;
  /** The width of the last one. */
  last?: number;
}

/** Lines of text. */
export function Lines({ x, y, w = 18, n, gap = 5, ink = "print", last = w * 0.6 }: LinesProps) {
  const path = Array.from(
    { length: n },
    (_, line) => `M${x} ${y + line * gap}h${round(line === n - 1 ? last : w)}`,
  ).join("");
  return <path d={path} stroke={inks[ink]} strokeWidth={2} />;
}

/** A sheet with text on it. */
export function Page({ x, y, w = 28, h = 38, edge }: Box & { edge?: boolean }) {
  const n = Math.floor((h - 9) / 5);
  return (
    <>
      <Sheet x={x} y={y} w={w} h={h} edge={edge} />
      <Lines x={x + 5} y={y + 8} w={w - 10} n={n} />
    </>
  );
}

/** A few letters in the middle of a point. */
export function Letters({
  x,
  y,
  size = 9,
  ink = "print",
  children,
}: Pick<Box, "x" | "y"> & { size?: number; ink?: Ink; children: string }) {
  return (
    <text
      x={x}
      y={round(y + size * 0.36)}
      fill={inks[ink]}
      fontSize={size}
      fontWeight={700}
      fontFamily="var(--font-mono)"
      textAnchor="middle"
    >
      {children}
    </text>
  );
}

/** A sheet with a label, such as the format of a file. */
export function File({ x, y, label, ink }: Pick<Box, "x" | "y"> & { label: string; ink: Ink }) {
  return (
    <>
      <Sheet x={x} y={y} />
      <Lines x={x + 5} y={y + 8} n={2} />
      <rect x={x + 4} y={y + 19} width={20} height={13} rx={1.5} fill={inks[ink]} />
      <Letters x={x + 14} y={y + 25.5} size={8} ink={ink === "magenta" ? "paper" : "ground"}>
        {label}
      </Letters>
    </>
  );
}

/** What moves into its place when the operation is shown; how is in moves.ts. */
export function Moving({ children }: { children: ReactNode }) {
  return <g className="moving">{children}</g>;
}

const round = (n: number): number => Math.round(n * 100) / 100;

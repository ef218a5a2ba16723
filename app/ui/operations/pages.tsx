import type { DrawingName } from "../../../schemas/fields/drawing";
import { type Drawing, inks, Letters, Moving, Page, Sheet } from "./paper";

const deck = (numbers: readonly string[], x: number, isSorted: boolean) =>
  numbers.map((number, index) => (
    <g key={number}>
      <Sheet x={x + index * 6} y={4 + index * 8} w={22} h={30} edge />
      <Letters
        x={x + index * 6 + 5}
        y={9 + index * 8}
        size={7}
        ink={isSorted ? "ground" : "magenta"}
      >
        {number}
      </Letters>
    </g>
  ));

/** The drawings of operations on the pages of a file. */
export const pages = {
  merge: {
    before: [0, 1, 2].map((n) => <Page key={n} x={n * 7} y={3 + n * 8} w={22} h={30} edge />),
    after: (
      <>
        <Moving>
          <Sheet x={67} y={13} ink="yellow" />
        </Moving>
        <Moving>
          <Sheet x={65} y={11} ink="magenta" />
        </Moving>
        <Moving>
          <Page x={63} y={9} />
          <path d="M63 9h4v38h-4z" fill={inks.cyan} />
        </Moving>
      </>
    ),
  },
  extract: {
    before: (
      <>
        <Page x={0} y={4} edge />
        <Sheet x={5} y={9} ink="cyan" edge />
        <Page x={10} y={14} edge />
      </>
    ),
    after: (
      <Moving>
        <Page x={63} y={9} />
        <path d="M63 9h28v3h-28z" fill={inks.cyan} />
      </Moving>
    ),
  },
  delete: {
    before: (
      <>
        <Page x={0} y={14} w={18} h={26} />
        <Page x={20} y={14} w={18} h={26} />
        <path d="M22 18l14 18M36 18l-14 18" stroke={inks.magenta} strokeWidth={2.5} />
      </>
    ),
    after: (
      <Moving>
        <Page x={66} y={14} w={18} h={26} />
      </Moving>
    ),
  },
  reorder: {
    before: deck(["3", "1", "2"], 0, false),
    after: <Moving>{deck(["1", "2", "3"], 60, true)}</Moving>,
  },
  rotate: {
    before: (
      <g transform="rotate(-90 19 28)">
        <Page x={5} y={9} />
      </g>
    ),
    after: (
      <>
        <Moving>
          <Page x={63} y={9} />
        </Moving>
        <path d="M58 20a20 20 0 0 1 9-14" fill="none" stroke={inks.cyan} strokeWidth={2} />
        <path d="M70 4l-1.500 6-4.500-4z" fill={inks.cyan} />
      </>
    ),
  },
  split: {
    before: (
      <>
        <Page x={5} y={9} />
        <path d="M1 28h36" stroke={inks.magenta} strokeWidth={2} strokeDasharray="3 2" />
      </>
    ),
    after: (
      <>
        <Moving>
          <Page x={63} y={5} h={19} />
        </Moving>
        <Moving>
          <Page x={63} y={31} h={19} />
        </Moving>
      </>
    ),
  },
} satisfies Partial<Record<DrawingName, Drawing>>;

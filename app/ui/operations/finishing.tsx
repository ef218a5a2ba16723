import type { DrawingName } from "../../../schemas/fields/drawing";
import { type Drawing, inks, Letters, Lines, Moving, Page, Sheet } from "./paper";

/** The drawings of operations on what is on the pages. */
export const finishing = {
  watermark: {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Page x={63} y={9} />
        <Moving>
          <g transform="rotate(-38 77 28)">
            <rect x={60} y={22} width={34} height={12} rx={1.5} fill={inks.cyan} />
            <Letters x={77} y={28} size={9} ink="ground">
              DRAFT
            </Letters>
          </g>
        </Moving>
      </>
    ),
  },
  "page-numbers": {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Sheet x={63} y={9} />
        <Lines x={68} y={17} n={4} />
        <Moving>
          <circle cx={77} cy={40.5} r={5} fill={inks.cyan} />
          <Letters x={77} y={40.5} size={7} ink="ground">
            1
          </Letters>
        </Moving>
      </>
    ),
  },
  flatten: {
    before: (
      <>
        <path d="M2 36l17-9 17 9-17 9z" fill={inks.paper} />
        <path d="M2 28l17-9 17 9-17 9z" fill={inks.magenta} opacity={0.85} />
        <path d="M2 20l17-9 17 9-17 9z" fill={inks.cyan} opacity={0.85} />
      </>
    ),
    after: (
      <Moving>
        <path d="M60 28l17-9 17 9-17 9z" fill={inks.paper} />
        <path
          d="M68 28l9-4.800M72 30.500l9-4.800M77 33l9-4.800"
          stroke={inks.print}
          strokeWidth={2}
        />
      </Moving>
    ),
  },
  resize: {
    before: <Page x={2} y={4} w={34} h={48} />,
    after: (
      <>
        <path
          d="M60 12v-8h8M94 12v-8h-8M60 44v8h8M94 44v8h-8"
          fill="none"
          stroke={inks.cyan}
          strokeWidth={2}
        />
        <Moving>
          <Page x={66} y={13} w={22} h={30} />
        </Moving>
      </>
    ),
  },
  optimize: {
    before: (
      <>
        <Sheet x={2} y={3} w={34} h={49} />
        <path d="M7 9h24v17h-24z" fill={inks.magenta} />
        <path d="M7 26v-4l7-7 6 6 4-4 7 7v2z" fill={inks.ground} />
        <Lines x={7} y={32} w={24} n={4} />
      </>
    ),
    after: (
      <Moving>
        <Sheet x={66} y={12} w={22} h={31} />
        <path d="M69 16h16v11h-16z" fill={inks.cyan} />
        <path d="M69 27v-2.500l4.500-4.500 4 4 2.500-2.500 5 5v.500z" fill={inks.ground} />
        <Lines x={69} y={32} w={16} n={2} gap={4.5} />
      </Moving>
    ),
  },
  crop: {
    before: (
      <>
        <Page x={5} y={9} />
        <path
          d="M9 15h20v20h-20z"
          fill="none"
          stroke={inks.magenta}
          strokeWidth={2}
          strokeDasharray="3 2"
        />
        <path d="M9 9v3M29 9v3M9 38v9M29 38v9" stroke={inks.magenta} />
      </>
    ),
    after: (
      <Moving>
        <Page x={67} y={18} w={20} h={20} />
      </Moving>
    ),
  },
} satisfies Partial<Record<DrawingName, Drawing>>;

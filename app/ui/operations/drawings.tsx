import type { ReactNode } from "react";
import type { DrawingName } from "../../../schemas/fields/drawing";
import { File, inks, Letters, Lines, Moving, Page, Sheet } from "./paper";

interface Drawing {
  /** What is sent, on the left: x from 0 to 38. */
  before: ReactNode;
  /** What comes back, on the right: x from 58 to 96. Both are from 0 to 56 high. */
  after: ReactNode;
}

const modules =
  "M0 0h9v9h-9zM15 0h9v9h-9zM0 15h9v9h-9zM11 1h2v3h-2zM11 6h2v5h-2zM1 11h4v2h-4zM7 11h2v2h-2zM15 11h3v2h-3zM20 11h4v3h-4zM11 15h3v2h-3zM16 15h2v3h-2zM11 19h2v5h-2zM15 20h4v4h-4zM21 17h3v3h-3zM21 22h3v2h-3z";
const eyes = "M2.500 2.500h4v4h-4zM17.500 2.500h4v4h-4zM2.500 17.500h4v4h-4z";

/** A code on its square of paper. */
function QrCode({ x, y }: { x: number; y: number }) {
  return (
    <>
      <Sheet x={x} y={y} w={34} h={34} />
      <g transform={`translate(${x + 5} ${y + 5})`}>
        <path d={modules} fill={inks.ground} />
        <path d={eyes} fill={inks.paper} />
      </g>
    </>
  );
}

/** Dashed boxes on a sheet, which data will fill. */
const slots = (x: number) => (
  <>
    <Sheet x={x} y={9} />
    <path
      d={`M${x + 5} 15h18v6h-18zM${x + 5} 25h11v5h-11zM${x + 5} 34h18v5h-18z`}
      fill="none"
      stroke={inks.print}
      strokeDasharray="2 1.5"
    />
  </>
);

const tag = (x: number, y: number) => (
  <>
    <path d={`M${x} ${y}l6-6h9v12h-9z`} fill={inks.yellow} />
    <circle cx={x + 6} cy={y} r={1.3} fill={inks.ground} />
  </>
);

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

/** Every operation, before and after. */
export const drawings: Record<DrawingName, Drawing> = {
  merge: {
    before: [0, 1, 2].map((n) => <Page key={n} x={n * 7} y={3 + n * 8} w={22} h={30} edge />),
    after: (
      <>
        <Moving how="yellow">
          <Sheet x={67} y={13} ink="yellow" />
        </Moving>
        <Moving how="magenta">
          <Sheet x={65} y={11} ink="magenta" />
        </Moving>
        <Moving how="slide">
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
      <Moving how="slide">
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
      <Moving how="slide">
        <Page x={66} y={14} w={18} h={26} />
      </Moving>
    ),
  },
  reorder: {
    before: deck(["3", "1", "2"], 0, false),
    after: <Moving how="slide">{deck(["1", "2", "3"], 60, true)}</Moving>,
  },
  rotate: {
    before: (
      <g transform="rotate(-90 19 28)">
        <Page x={5} y={9} />
      </g>
    ),
    after: (
      <>
        <Moving how="turn">
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
        <Moving how="up">
          <Page x={63} y={5} h={19} />
        </Moving>
        <Moving how="down">
          <Page x={63} y={31} h={19} />
        </Moving>
      </>
    ),
  },
  watermark: {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Page x={63} y={9} />
        <Moving how="stamp">
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
        <Moving how="up">
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
      <Moving how="down">
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
        <Moving how="shrink">
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
      <Moving how="shrink">
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
      <Moving how="slide">
        <Page x={67} y={18} w={20} h={20} />
      </Moving>
    ),
  },
  "word-to-pdf": { before: <File x={5} y={9} label="W" ink="cyan" />, after: pdf(63) },
  "excel-to-pdf": { before: <File x={5} y={9} label="X" ink="yellow" />, after: pdf(63) },
  "powerpoint-to-pdf": {
    before: (
      <>
        <Sheet x={0} y={15} w={38} h={26} />
        <path d="M5 33h5v-6h-5zM13 33h5v-11h-5zM21 33h5v-8h-5z" fill={inks.magenta} />
        <path d="M29 22h5M29 27h5" stroke={inks.print} strokeWidth={2} />
      </>
    ),
    after: pdf(63),
  },
  "pdf-to-word": {
    before: pdfFile(5),
    after: (
      <Moving how="slide">
        <File x={63} y={9} label="W" ink="cyan" />
      </Moving>
    ),
  },
  "pdf-to-html": {
    before: pdfFile(5),
    after: (
      <Moving how="slide">
        <Sheet x={58} y={13} w={38} h={30} />
        <path d="M58 13h38v6h-38z" fill={inks.cyan} />
        <Letters x={77} y={31.5} size={12} ink="ground">
          {"</>"}
        </Letters>
      </Moving>
    ),
  },
  "pdf-to-image": {
    before: pdfFile(5),
    after: (
      <Moving how="slide">
        <Sheet x={58} y={13} w={38} h={30} />
        <path d="M61 16h32v24h-32z" fill={inks.cyan} />
        <circle cx={69} cy={23} r={3} fill={inks.yellow} />
        <path d="M61 40v-5l9-8 8 8 6-6 9 8v3z" fill={inks.ground} />
      </Moving>
    ),
  },
  "qr-code": {
    before: (
      <>
        <rect x={0} y={18} width={38} height={18} rx={3} fill={inks.paper} />
        <Letters x={19} y={27} size={8} ink="ground">
          https:
        </Letters>
      </>
    ),
    after: (
      <Moving how="slide">
        <QrCode x={60} y={10} />
      </Moving>
    ),
  },
  "smart-qr-code": {
    before: <QrCode x={1} y={10} />,
    after: (
      <>
        <Moving how="up">
          <rect x={62} y={8} width={32} height={16} rx={2} fill={inks.paper} />
          <Lines x={67} y={16} n={1} last={22} ink="cyan" />
        </Moving>
        <Moving how="down">
          <rect x={62} y={32} width={32} height={16} rx={2} fill={inks.paper} />
          <Lines x={67} y={40} n={1} last={22} ink="magenta" />
        </Moving>
      </>
    ),
  },
  edit: {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Page x={63} y={9} />
        <Moving how="slide">
          <path d="M68 22h18v4.500h-18z" fill={inks.cyan} />
          <path d="M86 26l7-15 3 1.500-7 15-3.500 2z" fill={inks.yellow} />
        </Moving>
      </>
    ),
  },
  template: {
    before: (
      <path
        d="M5 9h28v38h-28zM5 18h28M5 28h28M5 38h28M14 9v38M24 9v38"
        fill="none"
        stroke={inks.print}
      />
    ),
    after: <Moving how="slide">{slots(63)}</Moving>,
  },
  fill: {
    before: slots(5),
    after: (
      <>
        {slots(63)}
        <Moving how="write">
          <path d="M68 15h18v6h-18z" fill={inks.cyan} />
          <path d="M68 25h11v5h-11z" fill={inks.yellow} />
          <path d="M68 34h18v5h-18z" fill={inks.magenta} />
        </Moving>
      </>
    ),
  },
  "add-metadata": {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Page x={63} y={9} />
        <Moving how="slide">{tag(80, 41)}</Moving>
      </>
    ),
  },
  "read-metadata": {
    before: (
      <>
        <Page x={5} y={9} />
        {tag(22, 41)}
      </>
    ),
    after: (
      <Moving how="slide">
        <Lines x={60} y={16} w={10} n={4} gap={8} ink="yellow" last={10} />
        <Lines x={74} y={16} w={20} n={4} gap={8} ink="paper" last={12} />
      </Moving>
    ),
  },
  properties: {
    before: <Page x={5} y={9} />,
    after: (
      <>
        <Sheet x={63} y={9} />
        <Moving how="write">
          <Lines x={67} y={17} w={6} n={4} gap={7} ink="magenta" last={6} />
          <Lines x={76} y={17} w={11} n={4} gap={7} ink="print" />
        </Moving>
      </>
    ),
  },
  text: {
    before: (
      <>
        <Sheet x={5} y={9} />
        <path d="M9 13h20v11h-20z" fill={inks.magenta} />
        <Lines x={10} y={30} n={3} />
      </>
    ),
    after: (
      <Moving how="write">
        <Lines x={60} y={14} w={34} n={6} gap={6} ink="paper" />
      </Moving>
    ),
  },
};

function pdfFile(x: number) {
  return <File x={x} y={9} label="PDF" ink="magenta" />;
}

function pdf(x: number) {
  return <Moving how="slide">{pdfFile(x)}</Moving>;
}

import type { DrawingName } from "../../../schemas/fields/drawing";
import { type Drawing, inks, Letters, Lines, Moving, Page, Sheet } from "./paper";

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

/** The drawings of what makes documents, changes or reads them. */
export const creation = {
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
      <Moving>
        <QrCode x={60} y={10} />
      </Moving>
    ),
  },
  "smart-qr-code": {
    before: <QrCode x={1} y={10} />,
    after: (
      <>
        <Moving>
          <rect x={62} y={8} width={32} height={16} rx={2} fill={inks.paper} />
          <Lines x={67} y={16} n={1} last={22} ink="cyan" />
        </Moving>
        <Moving>
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
        <Moving>
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
    after: <Moving>{slots(63)}</Moving>,
  },
  fill: {
    before: slots(5),
    after: (
      <>
        {slots(63)}
        <Moving>
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
        <Moving>{tag(80, 41)}</Moving>
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
      <Moving>
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
        <Moving>
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
      <Moving>
        <Lines x={60} y={14} w={34} n={6} gap={6} ink="paper" />
      </Moving>
    ),
  },
} satisfies Partial<Record<DrawingName, Drawing>>;

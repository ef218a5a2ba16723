import type { DrawingName } from "../../../schemas/fields/drawing";
import { type Drawing, File, inks, Letters, Moving, Sheet } from "./paper";

function pdfFile(x: number) {
  return <File x={x} y={9} label="PDF" ink="magenta" />;
}

function pdf(x: number) {
  return <Moving>{pdfFile(x)}</Moving>;
}

/** The drawings of conversions. */
export const conversion = {
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
      <Moving>
        <File x={63} y={9} label="W" ink="cyan" />
      </Moving>
    ),
  },
  "pdf-to-html": {
    before: pdfFile(5),
    after: (
      <Moving>
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
      <Moving>
        <Sheet x={58} y={13} w={38} h={30} />
        <path d="M61 16h32v24h-32z" fill={inks.cyan} />
        <circle cx={69} cy={23} r={3} fill={inks.yellow} />
        <path d="M61 40v-5l9-8 8 8 6-6 9 8v3z" fill={inks.ground} />
      </Moving>
    ),
  },
} satisfies Partial<Record<DrawingName, Drawing>>;

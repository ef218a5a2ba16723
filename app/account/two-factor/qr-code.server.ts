import { create } from "qrcode";

/**
 * A QR code as one path of an SVG, for modules of 1 × 1 with the quiet zone that ISO/IEC 18004
 * requires.
 */
export interface QrCode {
  size: number;
  path: string;
}

const quiet = 4;

/** Encodes a text as a QR code. Throws when the text is longer than a QR code holds. */
export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  let path = "";
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      let length = 0;
      while (x + length < modules.size && modules.get(y, x + length)) length += 1;
      if (length > 0) path += `M${x + quiet} ${y + quiet}h${length}v1h-${length}z`;
      x += length;
    }
  }
  return { size: modules.size + 2 * quiet, path };
}

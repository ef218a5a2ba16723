import type { QrCode } from "~/account/two-factor/qr-code.server";

/** A QR code: dark on light whatever the page's colors, since many cameras read nothing else. */
export function QrPicture({ code: { size, path }, label }: { code: QrCode; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-56 rounded-lg bg-foreground text-ground"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

import { pictureSize, type PictureText } from "./og-image-url";

const ink = { ground: "#090b0f", line: "#3b4556", paper: "#f5f2eb", second: "#b9bec9" };
const inks = ["#19c3ee", "#ff4a93", "#ffd43d", "#f5f2eb"];

/** Longer titles are set smaller, so that they fit into three lines. */
const titleSize = (title: string) => (title.length > 70 ? 56 : title.length > 38 ? 68 : 84);

/**
 * The link preview's picture of a page: a sheet from the press, with crop marks, color bar and
 * halftone.
 */
export function Picture({ title, description, brand }: PictureText) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        ...pictureSize,
        boxSizing: "border-box",
        padding: "84px 96px 76px",
        backgroundColor: ink.ground,
        color: ink.paper,
        fontFamily: "Instrument Sans",
      }}
    >
      <Halftone />
      <Marks />
      <div
        style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 36, fontWeight: 600 }}
      >
        <svg width="56" height="56" viewBox="0 0 28 28" fill="none">
          <path d="M14 7a7 7 0 0 1 7 7h-7z" fill={inks[0]} />
          <path d="M21 14a7 7 0 0 1-7 7v-7z" fill={inks[1]} />
          <path d="M14 21a7 7 0 0 1-7-7h7z" fill={inks[2]} />
          <path d="M14 1v26M1 14h26" stroke={ink.paper} strokeWidth="1.2" />
          <circle cx="14" cy="14" r="8.6" stroke={ink.paper} strokeWidth="1.6" />
        </svg>
        {brand}
      </div>
      <div style={{ display: "flex", flexDirection: "column", gap: 28, maxWidth: 940 }}>
        <div
          style={{
            display: "block",
            fontSize: titleSize(title),
            fontWeight: 600,
            letterSpacing: "-0.025em",
            lineHeight: 1.06,
            lineClamp: 3,
          }}
        >
          {title}
        </div>
        {description && (
          <div
            style={{
              display: "block",
              fontSize: 30,
              lineHeight: 1.4,
              color: ink.second,
              lineClamp: 2,
            }}
          >
            {description}
          </div>
        )}
      </div>
      <svg width="176" height="12" viewBox="0 0 176 12">
        {inks.map((fill, place) => (
          <rect key={fill} x={44 * place} y="0" width="44" height="12" fill={fill} />
        ))}
      </svg>
    </div>
  );
}

/** Where the sheet is cut. */
function Marks() {
  const { width, height } = pictureSize;
  const [edge, length] = [44, 30];
  const corners = [
    [edge, edge, -1, -1],
    [width - edge, edge, 1, -1],
    [edge, height - edge, -1, 1],
    [width - edge, height - edge, 1, 1],
  ] as const;
  const path = corners
    .map(
      ([x, y, right, down]) =>
        `M${x} ${y + 8 * down}v${length * down}M${x + 8 * right} ${y}h${length * right}`,
    )
    .join("");
  return (
    <svg width={width} height={height} style={{ position: "absolute", left: 0, top: 0 }}>
      <path d={path} stroke={ink.line} strokeWidth="2" fill="none" />
    </svg>
  );
}

/** Dots that grow toward a corner, as a screen prints a shade. */
function Halftone() {
  const { width, height } = pictureSize;
  const dots: string[] = [];
  for (let column = 0; column < 16; column += 1) {
    for (let row = 0; row < 14; row += 1) {
      const radius = 7.5 * Math.max(0, (column + (14 - row)) / 30 - 0.38);
      if (radius < 0.8) continue;
      const [x, y] = [width - 372 + column * 24, 12 + row * 24];
      dots.push(
        `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
      );
    }
  }
  return (
    <svg width={width} height={height} style={{ position: "absolute", left: 0, top: 0 }}>
      <path d={dots.join("")} fill={inks[0]} fillOpacity="0.4" />
    </svg>
  );
}

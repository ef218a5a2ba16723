import { useRootData } from "~/shell/root-data";
import { imageUrl, type LakeImage } from "./image-url";

interface PictureProps {
  image: LakeImage | null | undefined;
  /** How wide it is shown, as the `sizes` of an `<img>`. */
  sizes: string;
  /** Width over height to cut it to; its own (after the editor's crop) when left out. */
  ratio?: number;
  /** For the largest picture above the fold: loads at once and before others. */
  priority?: boolean;
  /** "" where the picture only decorates a link with words. */
  alt?: string;
  className?: string;
}

const widths = [320, 480, 640, 800, 1024, 1280, 1600, 2000];

/** A picture of the lake in the width that the screen needs. Its place is kept, and blurred, until it has loaded. */
export function Picture({ image, sizes, ratio, priority = false, alt, className }: PictureProps) {
  const { images } = useRootData();
  const size = image?.asset?.metadata?.dimensions;
  const url = imageUrl(images, image ?? null);
  if (!url || !size?.width || !size.height) return null;
  const crop = image?.crop;
  const fullWidth = Math.round(size.width * (1 - (crop?.left ?? 0) - (crop?.right ?? 0)));
  const fullHeight = Math.round(size.height * (1 - (crop?.top ?? 0) - (crop?.bottom ?? 0)));
  const shape = ratio ?? fullWidth / fullHeight;
  const available = [...widths.filter((width) => width < fullWidth), fullWidth];
  const at = (width: number) =>
    url
      .width(width)
      .height(Math.round(width / shape))
      .fit("crop")
      .url();
  const lqip = image?.asset?.metadata?.lqip;
  return (
    <img
      src={at(available.find((width) => width >= 800) ?? fullWidth)}
      srcSet={available.map((width) => `${at(width)} ${width}w`).join(", ")}
      sizes={sizes}
      width={fullWidth}
      height={Math.round(fullWidth / shape)}
      alt={alt ?? image?.alt ?? ""}
      loading={priority ? "eager" : "lazy"}
      // React 18 knows the attribute only in lower case.
      {...{ fetchpriority: priority ? "high" : undefined }}
      decoding="async"
      style={lqip ? { background: `url("${lqip}") center / cover` } : undefined}
      className={className}
    />
  );
}

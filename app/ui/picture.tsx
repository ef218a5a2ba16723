import { pictureWidths, sizedImage, type LakeImage } from "./urls/image-url";
import { useSiteContext } from "./site-context";

interface PictureProps {
  image: LakeImage | null | undefined;
  /** How wide it is shown, as the `sizes` of an `<img>`. */
  sizes: string;
  /** Width over height to cut it to; its own (after the editor's crop) when left out. */
  ratio?: number;
  /** For the largest picture above the fold: loads immediately and before others. */
  priority?: boolean;
  /** "" where the picture only decorates a link with words. */
  alt?: string;
  className?: string;
}

/**
 * A picture as the lake makes it. A script may write another text there: one with a line break
 * ended the CSS string, and the picture covered the page.
 */
const isPlaceholder = /^data:image\/[a-z]+;base64,[\w+/=]+$/;

/**
 * A picture of the lake in the width that the screen needs. Its space is reserved, and blurred,
 * until it has loaded.
 */
export function Picture({ image, sizes, ratio, priority = false, alt, className }: PictureProps) {
  const { images } = useSiteContext();
  const sized = images && sizedImage(images, image);
  if (!sized) return null;
  const { largest, all } = pictureWidths(sized, ratio);
  const at = (width: number) =>
    sized.url(ratio ? { width, height: Math.round(width / ratio) } : { width });
  const lqip = image?.asset?.metadata?.lqip;
  return (
    <img
      src={at(all.find((width) => width >= 800) ?? largest)}
      srcSet={all.map((width) => `${at(width)} ${width}w`).join(", ")}
      sizes={sizes}
      width={largest}
      height={Math.round(largest / (ratio ?? sized.width / sized.height))}
      alt={alt ?? image?.alt ?? ""}
      loading={priority ? "eager" : "lazy"}
      // React 18 knows the attribute only in lower case.
      {...{ fetchpriority: priority ? "high" : undefined }}
      // Decoded aside it would be painted a frame later, after the scripts.
      decoding={priority ? "sync" : "async"}
      style={
        lqip && isPlaceholder.test(lqip)
          ? { background: `url("${lqip}") center / cover` }
          : undefined
      }
      className={className}
    />
  );
}

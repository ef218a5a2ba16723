import {
  describeImage,
  type ImageHeader,
  type ImageMetadata,
  type OptionalMetadata,
  readHeader,
} from "../images/image-analysis";
import { transformImage, type Transformation } from "./transform-image";

export interface Made {
  bytes: Buffer;
  /** Processor time, all threads together. */
  milliseconds: number;
}

/**
 * Everything that decodes an untrusted picture. Each throws an AssetError 400 when it cannot be
 * decoded.
 */
export interface ImageProcessor {
  /** @param path the original's file */
  transform(path: string, transformation: Transformation): Promise<Made>;
  /** @param signal aborted when nobody waits for the result anymore */
  readHeader(path: string, signal: AbortSignal | undefined): Promise<ImageHeader>;
  describe(
    path: string,
    wanted: ReadonlySet<OptionalMetadata>,
    signal: AbortSignal | undefined,
  ): Promise<ImageMetadata>;
  close(): void;
}

/**
 * Processes images in this process, where nothing aborts a picture that takes too long: for an
 * operator's own commands.
 */
export const processHere: ImageProcessor = {
  async transform(path, transformation) {
    const start = performance.now();
    const bytes = await transformImage(path, transformation);
    return { bytes, milliseconds: performance.now() - start };
  },
  readHeader: (path) => readHeader(path),
  describe: (path, wanted) => describeImage(path, wanted),
  close: () => {},
};

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { notFound } from "../asset-error";
import { type ImageName, documentIdOf, fileNameOf } from "../uploads/asset-name";
import type { AssetStore } from "../asset-store";
import { chooseFormat, negotiates } from "./delivery-format";
import type { DerivedCache } from "./derived-cache";
import { layOut, type Layout } from "../images/geometry";
import { readHeader } from "../images/image-analysis";
import { formatOfExtension, type ImageFormat, mediaTypeOf } from "../images/image-format";
import { imageLimits } from "../images/image-limits";
import { asksForChange, type ImageParameters, readImageParameters } from "./image-parameters";
import type { Originals } from "../uploads/originals";
import {
  disposition,
  immutable,
  isFresh,
  notModified,
  respondBytes,
  respondFile,
} from "../file-response";
import type { TransformBudget } from "./transform-budget";
import type { Turn } from "./shared-transforms";
import { encoderVersion, type Transformation } from "./transform-image";
import type { Made } from "./image-processor";
import type { TransformQueue } from "./transform-queue";

interface Environment {
  store: AssetStore;
  originals: Originals;
  derived: DerivedCache;
  /**
   * Visitors' pictures (`quick`), and those that may take seconds (`slow`): what only editors may
   * request, and SVGs, whose cost is unknown until they are rendered. In one queue, two costly ones
   * blocked every other picture.
   */
  queues: { quick: TransformQueue; slow: TransformQueue };
  transform: (path: string, transformation: Transformation) => Promise<Made>;
  visitorBudget: TransformBudget;
}

/** What determines how an original is delivered. */
interface Source {
  format: ImageFormat;
  hasAlpha: boolean;
  frames: number;
  /** By EXIF. */
  turned: boolean;
}

/**
 * An SVG opened on its own is a document of our origin: this keeps its scripts from running and its
 * links from loading.
 */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Delivers images: originals, and their transformations. */
export class ImageDelivery {
  readonly #environment: Environment;
  /** A name always stands for the same bytes, so what was read of them stays valid. */
  readonly #sources = new LRUCache<string, Source>({ max: 5000 });

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * Responds to GET and HEAD of an image URL: with the original, or its transformation by the
   * parameters.
   *
   * @throws AssetError 400 for invalid parameters, 404 for an unknown image, 429 when the visitor's
   *   network has used up its processor time, 503 when too busy
   */
  async respond(request: Request, name: ImageName, vanityName?: string): Promise<Response> {
    const { store, originals, derived } = this.#environment;
    const document = store.get(documentIdOf(name));
    const format = formatOfExtension(name.extension);
    if (!document || !format) throw notFound("The image does not exist.");
    const query = new URL(request.url).searchParams;
    const ownName =
      vanityName ??
      (typeof document.originalFilename === "string"
        ? document.originalFilename
        : fileNameOf(name));
    const headers: Record<string, string> = {
      "Cache-Control": immutable,
      "X-Content-Type-Options": "nosniff",
      ...(negotiates(query) && { Vary: "Accept" }),
    };
    const attachment = disposition(query, ownName);
    if (attachment) headers["Content-Disposition"] = attachment;

    const transformation = await this.#plan(request, name, query);
    if (!transformation) {
      headers["Content-Type"] = mediaTypeOf(format);
      headers.ETag = `"${name.sha1}"`;
      headers["X-Sanity-Sha1"] = name.sha1;
      if (format === "svg") headers["Content-Security-Policy"] = svgPolicy;
      if (isFresh(request, headers.ETag)) return notModified(headers);
      return respondFile(request, originals.pathOf(name), headers);
    }

    const key = keyOf(name, transformation);
    headers["Content-Type"] = mediaTypeOf(transformation.format);
    headers.ETag = `"${key}"`;
    if (isFresh(request, headers.ETag)) return notModified(headers);
    // Without a visitor, the requester is staff or a script with a token.
    const visitor = request.headers.get("X-Lake-Visitor");
    const picture = await derived.get(key, this.#turnFor(name, transformation, visitor));
    return typeof picture === "string"
      ? respondFile(request, picture, headers)
      : respondBytes(request, new Uint8Array(picture), headers);
  }

  /** The turn of a visitor's network, within its processor time, or of staff. */
  #turnFor(name: ImageName, transformation: Transformation, visitor: string | null): Turn<Buffer> {
    const { originals, queues, transform, visitorBudget } = this.#environment;
    const requester = visitor ?? "staff";
    const check = () => void (visitor !== null && visitorBudget.check(visitor));
    const isQuick = visitor !== null && name.extension !== "svg";
    return {
      requester,
      async inTurn(begin) {
        check();
        await queues[isQuick ? "quick" : "slow"].run(requester, () => {
          // Those before it in the queue may have used up the time.
          check();
          return begin();
        });
      },
      async work() {
        const start = performance.now();
        let made: { bytes: Buffer; milliseconds: number } | undefined;
        try {
          made = await transform(originals.pathOf(name), transformation);
          return made.bytes;
        } finally {
          // An aborted one cost about the time that elapsed.
          const milliseconds = made?.milliseconds ?? performance.now() - start;
          if (visitor !== null) visitorBudget.spend(visitor, milliseconds, made?.bytes.length ?? 0);
        }
      },
    };
  }

  /** Undefined when the original is delivered. */
  async #plan(
    request: Request,
    name: ImageName,
    query: URLSearchParams,
  ): Promise<Transformation | undefined> {
    const changes = asksForChange(query);
    if (!changes && !negotiates(query)) return undefined;
    const parameters = readImageParameters(query);
    // An SVG is sharp at any size: it is rasterized only when the client names a raster format.
    if (name.extension === "svg" && !parameters.format) return undefined;
    const layout = layOut(name, parameters);
    const source = await this.#sourceOf(name);
    const animated = staysAnimated(source, layout, parameters);
    const accept = request.headers.get("Accept") ?? "";
    const area = layout.size.width * layout.size.height;
    const format = chooseFormat(parameters, { ...source, animated }, accept, area);
    if (!changes && format === source.format) return undefined;
    return { layout, parameters, format, animated: animated && keepsFrames(format) };
  }

  async #sourceOf(name: ImageName): Promise<Source> {
    const file = fileNameOf(name);
    const known = this.#sources.get(file);
    if (known) return known;
    const path = this.#environment.originals.pathOf(name);
    if (!(await stat(path).catch(() => undefined))) {
      throw notFound("The image's file does not exist.");
    }
    // Reading the header of an SVG means parsing all of it, and these traits are the same for every
    // SVG.
    if (name.extension === "svg") {
      return { format: "svg", hasAlpha: true, frames: 1, turned: false };
    }
    const { format, raw } = await readHeader(path);
    const { hasAlpha, pages: frames = 1, orientation = 1 } = raw;
    const source = { format, hasAlpha, frames, turned: orientation !== 1 };
    this.#sources.set(file, source);
    return source;
  }
}

const keepsFrames = (format: ImageFormat) => format === "gif" || format === "webp";

/**
 * Frames lie below each other in one tall picture: what would mix or move them is applied to the
 * first frame only.
 */
function staysAnimated(source: Source, layout: Layout, parameters: ImageParameters): boolean {
  const { firstFrame, blur, sharpen, pad, background, invert, saturation } = parameters;
  const { orientation, flipHorizontal, flipVertical } = parameters;
  const moved = orientation !== 0 || flipHorizontal || flipVertical || source.turned;
  const mixed = blur || sharpen || pad || background || invert || saturation;
  return (
    source.frames > 1 &&
    keepsFrames(source.format) &&
    !(firstFrame || moved || mixed || layout.canvas || layout.byEntropy) &&
    layout.size.width * layout.size.height * source.frames <= imageLimits.animationArea
  );
}

/** The cache key of a result, and its ETag: a hash of everything that its bytes depend on. */
function keyOf(name: ImageName, { layout, parameters, format, animated }: Transformation): string {
  const { blur, sharpen, saturation, invert, background, pad, quality } = parameters;
  const { devicePixelRatio, orientation, flipHorizontal, flipVertical } = parameters;
  const parts = [
    encoderVersion,
    fileNameOf(name),
    layout,
    { blur, sharpen, saturation, invert, background, pad: pad * devicePixelRatio, quality },
    { orientation, flipHorizontal, flipVertical, format, animated },
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40);
}

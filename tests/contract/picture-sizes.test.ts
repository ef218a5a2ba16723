import fc from "fast-check";
import { expect, test } from "vitest";
import { pictureWidths, previewImageUrl, sizedImage } from "~/ui/urls/image-url";
import { visitorsMayHave } from "../../server/site/proxy/public-image-rules";

test("visitors get every picture of every page, however it was cropped", () => {
  const source = { baseUrl: "http://host/lake", projectId: "local", dataset: "production" };
  const side = fc.integer({ min: 1, max: 9_000 });
  const edge = fc.double({ min: 0, max: 0.45, noNaN: true });
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const ratio = fc.option(fc.double({ min: 0.3, max: 4, noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.tuple(side, side),
      fc.record({ top: edge, bottom: edge, left: edge, right: edge }),
      fc.record({ x: fraction, y: fraction }),
      ratio,
      ([width, height], crop, hotspot, ratio) => {
        const image = { asset: { _id: `image-abc-${width}x${height}-png` }, crop, hotspot };
        const sized = sizedImage(source, image);
        const sizes = sized ? pictureWidths(sized, ratio).all : [];
        const urls = sizes.map((width) =>
          sized?.url(ratio ? { width, height: Math.round(width / ratio) } : { width }),
        );
        urls.push(sized?.url({ width: 96, height: 96 }));
        urls.push(sized?.url({ width: Math.min(1200, sized.width), format: "jpg" }));
        urls.push(previewImageUrl(source, image, "http://host") ?? undefined);
        for (const each of urls) expect(visitorsMayHave(new URL(each ?? "")), each).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

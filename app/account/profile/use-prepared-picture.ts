import { useCallback, useRef, useState, type ChangeEvent } from "react";

/** Larger than the server stores, so that it still has something to scale down. */
const edge = 512;

/**
 * Shows a chosen picture immediately, and replaces the file by a small square of it: a photograph
 * of 12 million pixels takes a while from a phone. A file that the browser cannot read goes to the
 * server unchanged, which explains why it refuses it.
 */
export function usePreparedPicture() {
  const [preview, setPreview] = useState<string | null>(null);
  const input = useRef<HTMLInputElement | null>(null);

  const prepare = useCallback(async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    input.current = currentTarget;
    const chosen = currentTarget.files?.[0];
    setPreview(null);
    if (!chosen) return;
    const square = await squareOf(chosen).catch(() => null);
    // Another file may have been chosen while this one was being read.
    if (!square || currentTarget.files?.[0] !== chosen) return;
    const files = new DataTransfer();
    files.items.add(new File([square.blob], chosen.name, { type: square.blob.type }));
    currentTarget.files = files.files;
    setPreview(square.dataUrl);
  }, []);

  const forget = useCallback(() => {
    if (input.current) input.current.value = "";
    setPreview(null);
  }, []);

  return { preview, prepare, forget };
}

async function squareOf(file: File): Promise<{ blob: Blob; dataUrl: string } | null> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(edge, side);
  const left = (picture.width - side) / 2;
  const top = (picture.height - side) / 2;
  canvas
    .getContext("2d")
    ?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && { blob, dataUrl: canvas.toDataURL("image/webp", 0.8) };
}

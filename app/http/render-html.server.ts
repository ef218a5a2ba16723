import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

interface Rendering {
  nonce: string;
  /** Whether it resolves with all of it, not as soon as the shell is ready. */
  isComplete: boolean;
  /** After this time what is missing is left to the browser. */
  maxMilliseconds: number;
  /** Gets the errors after the shell. */
  report: (error: unknown) => void;
}

/**
 * Renders HTML as a stream.
 *
 * @throws an error before the shell is ready, so that the status can still be chosen
 */
export function renderHtml(
  page: ReactNode,
  { nonce, isComplete, maxMilliseconds, report }: Rendering,
): Promise<ReadableStream> {
  return new Promise((resolve, reject) => {
    let shellSent = false;
    const deadline = setTimeout(() => abort(), maxMilliseconds).unref();
    const respond = () => {
      shellSent = true;
      const body = new PassThrough();
      resolve(createReadableStreamFromReadable(body));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady: () => isComplete || respond(),
      onAllReady() {
        // Until it is over, it holds the request with its body: after 200 forms with photographs
        // the process had 1.5 GB.
        clearTimeout(deadline);
        if (isComplete) respond();
      },
      onShellError(error) {
        clearTimeout(deadline);
        reject(error);
      },
      onError(error) {
        // Errors before the shell reject above and are logged there: logging both would double
        // each line.
        if (shellSent) report(error);
      },
    });
  });
}

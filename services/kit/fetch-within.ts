interface Bounds {
  milliseconds: number;
  /** Largest body of a response. */
  maxBytes: number;
}

/** Statuses whose responses have no body, not even an empty one. */
const bodiless = new Set([204, 205, 304]);

/**
 * `fetch` whose response is there as a whole, within a limit of milliseconds and bytes.
 *
 * The signal of a request does not end the reading of its response: once the headers are there,
 * only the request itself refers to the controller that it aborts, and the garbage collector takes
 * both. An OpenID provider that sent JSON without an end had the process take 12 GB, long after its
 * timeout of ten seconds.
 *
 * @throws what `fetch` throws; a `TimeoutError`; or when the body is too large
 */
export async function fetchWithin(
  { milliseconds, maxBytes }: Bounds,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  const timeout = new AbortController();
  const late = () =>
    timeout.abort(new DOMException(`No response within ${milliseconds} ms`, "TimeoutError"));
  const timer = setTimeout(late, milliseconds);
  const signal = init?.signal ? AbortSignal.any([timeout.signal, init.signal]) : timeout.signal;
  try {
    const response = await fetch(input, { ...init, signal });
    const body = await bodyOf(response, signal, maxBytes);
    return new Response(bodiless.has(response.status) ? null : body, response);
  } finally {
    clearTimeout(timer);
  }
}

async function bodyOf({ body }: Response, signal: AbortSignal, maxBytes: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  if (!body) return new Blob(parts);
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    let size = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > maxBytes) throw new Error(`The response is larger than ${maxBytes} bytes.`);
      parts.push(read.value);
    }
    signal.throwIfAborted();
    return new Blob(parts);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

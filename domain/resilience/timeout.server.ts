/**
 * The outcome of `work`, if it comes within so many milliseconds; otherwise what `late` returns is
 * thrown. The work itself goes on, and its outcome is dropped.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  onTimeout: () => unknown,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(onTimeout()), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

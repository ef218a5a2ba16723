/** At what part of its speed the stopwatch runs while the process gets no processor time. */
const idleSpeed = 1 / 8;

/**
 * Measures the processor time that this process has got since a moment, and adds an eighth of the
 * real time, so that it runs on in an idle process. A time to yield that was measured by the real
 * time alone ended while other programs had the processor: then pages came before connections that
 * waited to be accepted.
 */
export class CpuStopwatch {
  #startedAt = -Infinity;
  #usedAt = 0;

  /** Starts it, again. */
  start(): void {
    this.#startedAt = performance.now();
    this.#usedAt = usedMilliseconds();
  }

  /** Whether it has run for that many milliseconds, or was never started. */
  hasRun(milliseconds: number): boolean {
    const passed = performance.now() - this.#startedAt;
    // It is asked for each request, and the processor time costs some microseconds.
    if (passed < milliseconds) return false;
    return passed * idleSpeed >= milliseconds || this.read() >= milliseconds;
  }

  /** Milliseconds of processor time since its start, and an eighth of the real time. */
  read(): number {
    const passed = performance.now() - this.#startedAt;
    return usedMilliseconds() - this.#usedAt + passed * idleSpeed;
  }
}

function usedMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

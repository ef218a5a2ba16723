/**
 * A clock in milliseconds that runs with the processor time that this process gets, and at an
 * eighth of the speed while it gets none. A time to yield that was measured by the real time ended
 * while other programs had the processor: then pages came before connections that arrived, and two
 * hundred new connections a second beside pages made a visitor wait for fourteen seconds.
 */
export function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + performance.now() / 8;
}

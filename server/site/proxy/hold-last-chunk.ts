import { Transform } from "node:stream";

/**
 * Passes a body on except for its last chunk, and that once the body is complete and `mayFinish`
 * allows it. The lake acts when it has a whole body, and its sender may lose their rights before:
 * an administrator who was banned while 600 kB arrived slowly still published a plan.
 */
export function holdLastChunk(mayFinish: () => Promise<boolean>): Transform {
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      const before = held;
      held = chunk;
      pass(null, before);
    },
    flush(pass) {
      // Otherwise the request is refused, and nothing reads on.
      void mayFinish().then((may) => may && pass(null, held));
    },
  });
}

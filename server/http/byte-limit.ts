import type { FastifyReply } from 'fastify';
import { fail } from '#server/fault.ts';

/** Bytes of bodies that are being received: limited for each caller and in total. */
export type ByteLimit = Readonly<{
  /** Returns the release; refuses with 429 if the caller has too many bytes, with 503 if all callers together have. */
  reserve(caller: string, bytes: number, reply: FastifyReply): () => void;
}>;

/** Bodies are received within seconds. */
const retryAfterSeconds = '5';

export function createByteLimit(most: { perCaller: number; total: number }): ByteLimit {
  const byCaller = new Map<string, number>();
  let total = 0;

  return {
    reserve(caller, bytes, reply) {
      const own = byCaller.get(caller) ?? 0;
      const isTooMuch = own + bytes > most.perCaller;
      if (isTooMuch || total + bytes > most.total) {
        reply.header('retry-after', retryAfterSeconds);
        fail(isTooMuch ? 'too_many_requests' : 'unavailable');
      }
      byCaller.set(caller, own + bytes);
      total += bytes;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (byCaller.get(caller) ?? 0) - bytes;
        if (left > 0) byCaller.set(caller, left);
        else byCaller.delete(caller);
        total -= bytes;
      };
    },
  };
}

import { readFrames, type ScaleReading, settledReading } from './scale-frames.ts';
import type { SerialPort } from './serial.ts';

/** What most counter scales are delivered with, at 8 bits, no parity and one stop bit. */
const baudRate = 9600;
/** Scales that do not send by themselves answer to it. */
const enquiry = Uint8Array.of(5);
const enquiryMs = 300;
/** A scale settles in less, or something moves on it. */
const patienceMs = 4_000;
const kept = 8;

export type ScaleOutcome = ScaleReading | { kind: 'silent' } | { kind: 'unreadable' } | { kind: 'closed' };

/**
 * The weight on a scale once it has settled; otherwise what the scale said last. `silent`: it sent nothing, `unreadable`:
 * nothing that is known, which a wrong speed looks like; `closed`: the port is in use or gone.
 */
export async function readScale(port: SerialPort): Promise<ScaleOutcome> {
  try {
    await port.open({ baudRate });
  } catch {
    return { kind: 'closed' };
  }
  try {
    return await listen(port);
  } catch {
    return { kind: 'closed' };
  } finally {
    await port.close().catch(() => undefined);
  }
}

async function listen(port: SerialPort): Promise<ScaleOutcome> {
  const reader = port.readable?.getReader();
  if (!reader) return { kind: 'closed' };
  const writer = port.writable?.getWriter();
  const ask = () => void writer?.write(enquiry).catch(() => undefined);
  ask();
  const asking = setInterval(ask, enquiryMs);
  const ending = setTimeout(() => void reader.cancel().catch(() => undefined), patienceMs);
  const decoder = new TextDecoder('latin1');
  let rest = '';
  let heard = false;
  let readings: ScaleReading[] = [];
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      heard = true;
      const frames = readFrames(rest + decoder.decode(value));
      rest = frames.rest.slice(-64);
      readings = [...readings, ...frames.readings].slice(-kept);
      const settled = settledReading(readings);
      // An empty scale waits for its parcel, and one that moves for its rest.
      if (settled?.kind === 'overload' || (settled?.kind === 'stable' && settled.grams > 0)) return settled;
    }
    return readings.at(-1) ?? { kind: heard ? 'unreadable' : 'silent' };
  } finally {
    clearInterval(asking);
    clearTimeout(ending);
    await reader.cancel().catch(() => undefined);
    reader.releaseLock();
    writer?.releaseLock();
  }
}

/** The parts of Web Serial that a scale needs; the browser's types do not have it. */
export type SerialPort = {
  readable: ReadableStream<Uint8Array> | null;
  writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
};
type Serial = { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> };

/** Chromium on a computer has it, and only at a secure address. */
export const serialOf = (): Serial | null =>
  'serial' in navigator ? (navigator as Navigator & { serial: Serial }).serial : null;

/** The port that a person chose before on this device, or chooses now; null: none was chosen. */
export async function choosePort(serial: Serial): Promise<SerialPort | null> {
  const [known] = await serial.getPorts();
  if (known) return known;
  return serial.requestPort().catch(() => null);
}

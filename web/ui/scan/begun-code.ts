/** A code is not continued after a longer pause, even while a dialog opens. */
const pauseMs = 1000;

let text = '';
let lastAt = Number.NEGATIVE_INFINITY;

/** Characters of a code without a field, until it ends. */
export const begunCode = {
  text: () => text,
  add(sign: string, at: number): void {
    text += sign;
    lastAt = at;
  },
  clear(): void {
    text = '';
  },
  /** The beginning of a code, for the field of a dialog that opens in its middle. */
  take(): string {
    const begun = performance.now() - lastAt <= pauseMs ? text : '';
    text = '';
    return begun;
  },
};

/** A code is not continued after a longer pause, also while a dialog opens. */
const pauseMs = 1000;

let text = '';
let lastAt = Number.NEGATIVE_INFINITY;

/** The characters of a code that no field takes, until it ends. */
export const begunCode = {
  text: () => text,
  add(sign: string, at: number): void {
    text += sign;
    lastAt = at;
  },
  clear(): void {
    text = '';
  },
  /** For the field that a dialog opens in the middle of a code: its beginning. */
  take(): string {
    const begun = performance.now() - lastAt <= pauseMs ? text : '';
    text = '';
    return begun;
  },
};

/**
 * A text that a marketplace shows in part or not at all: with stars (`****`, `C***o`, `(11) 9****-1234`), or written out as
 * nothing but the letter X.
 */
export const isMasked = (text: string): boolean =>
  text.includes('*') || /^x{3,}$/i.test(text.replace(/\s/g, ''));

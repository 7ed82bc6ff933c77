import { businessDocument } from '#contract/primitives.ts';

/**
 * A text that a marketplace masks partly or completely: with asterisks or dots (`****`, `C***o`, `(11) 9••••-1234`), or
 * with the letter X in place of all its letters, or of all letters of a word. No Roman numeral has four of them in a
 * row.
 */
export const isMasked = (text: string): boolean =>
  /[*•●∗＊]/.test(text) || /^x{3,}$/i.test(text.replace(/[^\p{L}\p{N}]/gu, '')) || /\bx{4,}\b/i.test(text);

/**
 * A CPF or CNPJ, also an alphanumeric one, without punctuation. Null if the text is none, which a masked one never is.
 */
export function documentOf(text: string | null | undefined): string | null {
  const reported = businessDocument.safeParse(text ?? '');
  return reported.success ? reported.data : null;
}

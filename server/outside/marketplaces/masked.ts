import { businessDocument } from '#contract/primitives.ts';

/**
 * A text that a marketplace shows in part or not at all: with stars (`****`, `C***o`, `(11) 9****-1234`), or written out as
 * nothing but the letter X.
 */
export const isMasked = (text: string): boolean =>
  text.includes('*') || /^x{3,}$/i.test(text.replace(/\s/g, ''));

/** A CPF or CNPJ, also an alphanumeric one, bare. Null where the text is none, which a masked one never is. */
export function documentOf(text: string | null | undefined): string | null {
  const told = businessDocument.safeParse(text ?? '');
  return told.success ? told.data : null;
}

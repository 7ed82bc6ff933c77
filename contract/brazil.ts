/** A document as it is stored: its signs in capitals, without punctuation. */
export const bareDocument = (value: string) => value.replace(/[.\-/\s]/g, '').toUpperCase();

function module11(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + (characters.charCodeAt(index) - 48) * weight,
    0,
  );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

export function isCpf(value: string): boolean {
  const digits = bareDocument(value);
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  const first = module11(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = module11(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return digits.endsWith(`${first}${second}`);
}

/** Numeric and, since July 2026, alphanumeric (IN RFB 2.229/2024): character value = ASCII - 48. */
export function isCnpj(value: string): boolean {
  const characters = bareDocument(value);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^(.)\1{13}$/.test(characters)) return false;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const first = module11(characters, weights);
  const second = module11(characters, [6, ...weights]);
  return characters.endsWith(`${first}${second}`);
}

export function formatDocument(value: string): string {
  if (value.length === 11) return value.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  return value.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

export function formatZip(value: string): string {
  return value.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

export const states =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

/** The number of an NF-e in its access key, as people know it: without leading zeros. */
export const nfeNumber = (key: string | null): string | null =>
  key === null ? null : key.slice(25, 34).replace(/^0+/, '');

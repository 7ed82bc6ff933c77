export function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value) || /^0+$/.test(value)) return false;
  const digits = [...value].map(Number).reverse();
  const [check = 0, ...rest] = digits;
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** Without characters that no reader sees: zero-width spaces and joiners, marks of direction, soft hyphens, a BOM. */
export const withoutInvisible = (text: string) =>
  text.replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '');

/** Texts that programs write for goods without a GTIN: `SEM GTIN` is the tax office's own. */
export const isNoGtin = (text: string): boolean =>
  /^(sem[ -]*(gtin|ean|c[oó]d\S*)|isento|n\/?a|n[aã]o (possui|tem|se aplica|informado)|o produto n[aã]o tem c[oó]digo cadastrado|-+)$/i.test(
    text.trim(),
  );

/**
 * The one form in which a GTIN is stored and compared: the shortest of 8, 12, 13 and 14 digits, without the zeros that only
 * fill a longer one. Null for what is no GTIN.
 */
export function normalGtin(text: string): string | null {
  const bare = withoutInvisible(text).trim();
  if (!isGtin(bare)) return null;
  const digits = bare.replace(/^0+/, '');
  const length = [8, 12, 13, 14].find((one) => one >= digits.length) ?? 14;
  return digits.padStart(length, '0');
}

/** A code for finding products: a GTIN in its canonical form, every other code unchanged. */
export const codeOfGoods = (text: string): string => normalGtin(text) ?? text;

/** A code for comparison: without surrounding spaces, in capitals, whether scanned or typed. */
export const asCode = (text: string) => inCapitals(withoutInvisible(text).trim().normalize('NFC'));

/** Letter by letter, as the database does it: `ß` stays, where JavaScript makes two letters of it. */
const inCapitals = (text: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.toUpperCase()
    : Array.from(text, (letter) => {
        const capital = letter.toUpperCase();
        return capital.length > letter.length ? letter : capital;
      }).join('');

/**
 * The goods that a code identifies: the one with this SKU, else all with this code. Several with different SKUs mean
 * that it does not identify the one in hand.
 */
export function namedBy<G extends { sku: string; gtin: string }>(goods: readonly G[], code: string): G[] {
  const own = goods.filter(({ sku }) => asCode(sku) === asCode(code));
  return own.length > 0 ? own : goods.filter((one) => isCodeOf(one, code));
}

/** The SKUs from which the person has to choose; empty if the code names at most one product. */
export function ambiguousSkus(named: readonly { sku: string }[]): string[] {
  const skus = [...new Set(named.map(({ sku }) => sku))];
  return skus.length > 1 ? skus : [];
}

/** A code read off goods is their SKU in any case, or their GTIN in any of its forms. */
export function isCodeOf({ sku, gtin: own }: { sku: string; gtin: string }, code: string): boolean {
  const scanned = normalGtin(code);
  return asCode(sku) === asCode(code) || (scanned !== null && scanned === normalGtin(own));
}

import type { NfeItem } from '#server/outside/nfe/nfe.ts';

/** The code by which a line of a document is known here; null if it is unknown. */
export type KnownBy = 'unitGtin' | 'gtin' | 'code' | null;

/** Units that count pieces, as issuers abbreviate them. */
const pieces =
  /^(UN|UND|UNI|UNID|UNIDADE|UNIDADES|U|PC|PCA|PCS|PEC|PECA|PECAS|PAR|PARES|KIT|KT|JG|JOGO|CJ|CONJ)\d*$/;
const measures =
  /^(KG|KGS|KILO|QUILO|G|GR|GRS|GRAMA|MG|T|TN|TON|M|MT|MTS|ML|METRO|METROS|CM|MM|M2|M3|KM|L|LT|LTS|LITRO|LITROS|HL)$/;

const plainUnit = (unit: string) =>
  unit
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

type Asked = { own: string; pack: boolean };

/** A quantity in stock units, if its unit is one; whole, and never rounded. */
function asUnits(quantity: number | null, unit: string, { own, pack }: Asked): number | null {
  if (quantity === null || !Number.isInteger(quantity)) return null;
  const plain = plainUnit(unit);
  if (plain === '' || pieces.test(plain) || plain === plainUnit(own)) return quantity;
  return pack && !measures.test(plain) ? quantity : null;
}

/**
 * The stock units of a line; null if the document leaves it open, and a person is asked. A GTIN defines what one of the
 * quantity is. Without one, a box contains the second quantity, if that counts pieces.
 */
export function stockUnitsOf(item: NfeItem, by: KnownBy, own: string): number | null {
  if (item.quantity === null || item.unitQuantity === null) return null;
  const sold = (pack: boolean) => asUnits(item.quantity, item.unit, { own, pack });
  const parts = (pack: boolean) => asUnits(item.unitQuantity, item.taxUnit, { own, pack });
  if (by === 'unitGtin') return parts(true) ?? (item.gtin === item.unitGtin ? sold(false) : null);
  if (by === 'gtin') return sold(true);
  const [whole, units] = [sold(false), parts(false)];
  if (whole === null || units === null) return units ?? whole;
  return units % whole === 0 ? units : null;
}

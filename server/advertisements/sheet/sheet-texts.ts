import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { foldText } from '#contract/business/import/cell.ts';

/** A part of a composition as a cell names it. */
export type SheetPart = { sku: string; quantity: number };

/** `2 x CAN-1 + TAMPA`. */
export const compositionText = (parts: readonly SheetPart[]): string =>
  parts.map(({ sku, quantity }) => (quantity === 1 ? sku : `${quantity} x ${sku}`)).join(' + ');

/** The parts of a cell; null if it is no composition. */
export function readComposition(text: string): SheetPart[] | null {
  const parts = text.split(/\s\+\s/).map((part): SheetPart => {
    const [, quantity = '1', sku = ''] = /^(?:(\d{1,4})\s*x\s+)?(\S.*)$/i.exec(part.trim()) ?? [];
    return { sku: sku.trim(), quantity: Number(quantity) };
  });
  const isWhole = parts.every(({ sku, quantity }) => sku !== '' && quantity >= 1 && quantity <= 1000);
  return isWhole ? parts : null;
}

const separator = ': ';

/** One line per value: `Marca: Simula`. */
export const attributesText = (attributes: readonly AttributeValue[]): string =>
  attributes.map(({ name, valueName }) => `${name}${separator}${valueName}`).join('\n');

/**
 * The values of a cell. An attribute is known by its name among those that the publication has; null if a line names
 * another one. A value that stays keeps its id.
 */
export function readAttributes(text: string, known: readonly AttributeValue[]): AttributeValue[] | null {
  const read = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): AttributeValue | null => {
      const of = known.filter(({ name }) => foldText(line).startsWith(foldText(`${name}:`)));
      const [first] = of.toSorted((one, other) => other.name.length - one.name.length);
      if (!first) return null;
      const valueName = line.slice(line.indexOf(':', first.name.length) + 1).trim();
      const same = of.find((one) => one.name === first.name && one.valueName === valueName);
      return same ?? { id: first.id, name: first.name, valueId: null, valueName };
    });
  return read.every((one) => one !== null) ? read : null;
}

import { z } from 'zod';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import type { SiteSession } from '../marketplace.ts';
import { maybe, numberOf, remoteId, responseOf, shopPath } from './values.ts';

/** Names in other languages than the original one. */
const languages = z
  .array(z.object({ language: z.string(), value: z.string() }))
  .nullish()
  .catch([]);

const attribute = z.object({
  attribute_id: remoteId,
  mandatory: z.boolean().catch(false),
  name: z.string().catch(''),
  multi_lang: languages,
  attribute_info: z
    .object({
      input_type: maybe(z.number()),
      input_validation_type: maybe(z.number()),
      attribute_unit_list: z.array(z.string()).nullish().catch([]),
      max_value_count: maybe(z.number()),
    })
    .nullish()
    .catch(null),
});
const value = z.object({
  value_id: remoteId,
  name: z.string().catch(''),
  value_unit: maybe(z.string()),
  multi_lang: languages,
});

type SourceValue = z.output<typeof value> & { child_attribute_list: Source[] };
type Source = z.output<typeof attribute> & { attribute_value_list: SourceValue[] };

/** A value may require further attributes, and theirs others. */
const source: z.ZodType<Source> = z.lazy(() => attribute.extend({ attribute_value_list: list(sourceValue) }));
const sourceValue: z.ZodType<SourceValue> = z.lazy(() =>
  value.extend({ child_attribute_list: list(source) }),
);
const list = <T extends z.ZodType>(of: T) =>
  z
    .array(of)
    .nullish()
    .catch([])
    .transform((rows) => rows ?? []);

const tree = z.object({
  list: z.array(
    z.object({
      category_id: remoteId,
      attribute_tree: z
        .array(source)
        .nullish()
        .transform((rows) => rows ?? []),
    }),
  ),
});

/** Allowed values: only those of a list or also others, one or several; or any text. */
const inputs = { fromList: [1, 4], several: [4, 5], freeText: 3 };
/** The type of a typed value: a whole number, or a decimal. */
const numeric = [1, 3];

type Session = Pick<SiteSession, 'call' | 'remoteUserId'>;

/** Every attribute comes before those that its values require. */
export async function readAttributes(session: Session, id: string): Promise<CategoryAttribute[]> {
  const path = shopPath(session, 'product/get_attribute_tree', { category_id_list: id, language: 'pt-br' });
  const rows = responseOf(tree, await session.call(path), 'attributes').list;
  return viewTree(rows.find(({ category_id }) => category_id === id)?.attribute_tree ?? []);
}

function viewTree(
  sources: readonly Source[],
  shownWith?: CategoryAttribute['shownWith'],
): CategoryAttribute[] {
  return sources.flatMap((one) => [
    { ...view(one), ...(shownWith && { shownWith }) },
    ...one.attribute_value_list.flatMap((said) =>
      viewTree(said.child_attribute_list, { attribute: one.attribute_id, value: said.value_id }),
    ),
  ]);
}

const nameIn = ({ name, multi_lang }: { name: string; multi_lang?: z.output<typeof languages> }): string =>
  multi_lang?.find(({ language }) => language.toLowerCase() === 'pt-br')?.value || name;

function view(source: Source): CategoryAttribute {
  const info = source.attribute_info;
  const units = info?.attribute_unit_list ?? [];
  const type = info?.input_type ?? inputs.freeText;
  const most = inputs.several.includes(type)
    ? (info?.max_value_count ?? source.attribute_value_list.length)
    : 1;
  const isNumber = numeric.includes(info?.input_validation_type ?? 0) && type === inputs.freeText;
  return {
    id: source.attribute_id,
    name: nameIn(source),
    valueType: inputs.fromList.includes(type)
      ? 'list'
      : units.length > 0
        ? 'number_unit'
        : isNumber
          ? 'number'
          : 'string',
    required: source.mandatory,
    variation: false,
    values: source.attribute_value_list.map((one) => ({
      id: one.value_id,
      name: one.value_unit ? `${nameIn(one)} ${one.value_unit}` : nameIn(one),
    })),
    ...(inputs.fromList.includes(type) && { onlyListed: true as const }),
    units,
    defaultUnit: units[0] ?? null,
    maxLength: null,
    ...(most > 1 && { mostValues: most }),
  };
}

/** Variation attributes may have any name; these are those that sellers use. */
export const tierNames: readonly CategoryAttribute[] = ['Cor', 'Tamanho'].map((name) => ({
  ...{ id: name, name, valueType: 'string', required: false, variation: true },
  ...{ values: [], units: [], defaultUnit: null, maxLength: 20 },
}));

/** In the item's form: values of one attribute together, and a number separate from its unit. */
export async function attributeBodies(
  session: Session,
  categoryId: string,
  attributes: readonly AttributeValue[],
): Promise<Record<string, unknown>[]> {
  const own = attributes.flatMap(({ id, valueId, valueName }) =>
    id !== null && /^\d+$/.test(id) && valueName !== '' ? [{ id, valueId, valueName }] : [],
  );
  if (own.length === 0) return [];
  const units = new Map((await readAttributes(session, categoryId)).map((one) => [one.id, one.units]));
  const bodies = new Map<string, Record<string, unknown>[]>();
  for (const { id, valueId, valueName } of own) {
    const unit = units.get(id)?.find((one) => valueName.endsWith(` ${one}`));
    const said = {
      value_id: valueId === null ? 0 : numberOf(valueId),
      original_value_name: unit ? valueName.slice(0, -unit.length - 1) : valueName,
      ...(unit && { value_unit: unit }),
    };
    bodies.set(id, [...(bodies.get(id) ?? []), said]);
  }
  return [...bodies].map(([id, values]) => ({ attribute_id: numberOf(id), attribute_value_list: values }));
}

export const attributeList = z
  .array(
    z.object({
      attribute_id: remoteId,
      original_attribute_name: z.string().catch(''),
      attribute_value_list: z
        .array(
          z.object({
            value_id: remoteId,
            original_value_name: z.string().catch(''),
            value_unit: maybe(z.string()),
          }),
        )
        .catch([]),
    }),
  )
  .nullish()
  .catch([]);

/** One after the other, also if several are values of one attribute. */
export function viewAttributes(source: z.output<typeof attributeList>): AttributeValue[] {
  return (source ?? []).flatMap(({ attribute_id, original_attribute_name, attribute_value_list: values }) =>
    values.map(({ value_id, original_value_name, value_unit }) => ({
      id: attribute_id,
      name: original_attribute_name,
      valueId: value_id === '0' ? null : value_id,
      valueName: value_unit ? `${original_value_name} ${value_unit}` : original_value_name,
    })),
  );
}

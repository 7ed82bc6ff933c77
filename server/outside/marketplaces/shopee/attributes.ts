import { z } from 'zod';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import type { SiteSession } from '../marketplace.ts';
import { maybe, numberOf, remoteId, responseOf, shopPath } from './values.ts';

/** Names in other languages than the one that it was made in. */
const languages = z
  .array(z.object({ language: z.string(), value: z.string() }))
  .nullish()
  .catch([]);

const value = z.object({
  value_id: remoteId,
  name: z.string().catch(''),
  value_unit: maybe(z.string()),
  multi_lang: languages,
});

const tree = z.object({
  list: z.array(
    z.object({
      category_id: remoteId,
      attribute_tree: z
        .array(
          z.object({
            attribute_id: remoteId,
            mandatory: z.boolean().catch(false),
            name: z.string().catch(''),
            attribute_value_list: z.array(value).nullish().catch([]),
            multi_lang: languages,
            attribute_info: z
              .object({
                input_type: maybe(z.number()),
                input_validation_type: maybe(z.number()),
                attribute_unit_list: z.array(z.string()).nullish().catch([]),
              })
              .nullish()
              .catch(null),
          }),
        )
        .nullish()
        .transform((rows) => rows ?? []),
    }),
  ),
});
type Source = z.output<typeof tree>['list'][number]['attribute_tree'][number];

/** What may be typed: one or several of a list, one of a list or something else, or anything. */
const inputs = { fromList: [1, 4], freeText: 3 };
/** What a typed value is checked to be: a whole number, or one with a fraction. */
const numeric = [1, 3];

async function readTree(session: Pick<SiteSession, 'call' | 'remoteUserId'>, id: string): Promise<Source[]> {
  const path = shopPath(session, 'product/get_attribute_tree', { category_id_list: id, language: 'pt-br' });
  const rows = responseOf(tree, await session.call(path), 'attributes').list;
  return rows.find(({ category_id }) => category_id === id)?.attribute_tree ?? [];
}

export async function readAttributes(session: SiteSession, id: string): Promise<CategoryAttribute[]> {
  return (await readTree(session, id)).map(view);
}

const nameIn = ({ name, multi_lang }: { name: string; multi_lang?: z.output<typeof languages> }): string =>
  multi_lang?.find(({ language }) => language.toLowerCase() === 'pt-br')?.value || name;

function view(source: Source): CategoryAttribute {
  const info = source.attribute_info;
  const units = info?.attribute_unit_list ?? [];
  const type = info?.input_type ?? inputs.freeText;
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
    values: (source.attribute_value_list ?? []).map((one) => ({
      id: one.value_id,
      name: one.value_unit ? `${nameIn(one)} ${one.value_unit}` : nameIn(one),
    })),
    units,
    defaultUnit: units[0] ?? null,
    maxLength: null,
  };
}

/** What tells variations apart may be called anything; these are what sellers call it. */
export const tierNames: readonly CategoryAttribute[] = ['Cor', 'Tamanho'].map((name) => ({
  ...{ id: name, name, valueType: 'string', required: false, variation: true },
  ...{ values: [], units: [], defaultUnit: null, maxLength: 20 },
}));

/** As an item takes them. A number and its unit are apart there, and one text with us. */
export async function attributeBodies(
  session: Pick<SiteSession, 'call' | 'remoteUserId'>,
  categoryId: string,
  attributes: readonly AttributeValue[],
): Promise<Record<string, unknown>[]> {
  const own = attributes.flatMap(({ id, valueId, valueName }) =>
    id !== null && /^\d+$/.test(id) && valueName !== '' ? [{ id, valueId, valueName }] : [],
  );
  if (own.length === 0) return [];
  const known = new Map((await readTree(session, categoryId)).map((one) => [one.attribute_id, one]));
  return own.map(({ id, valueId, valueName }) => {
    const units = known.get(id)?.attribute_info?.attribute_unit_list ?? [];
    const unit = units.find((one) => valueName.endsWith(` ${one}`));
    return {
      attribute_id: numberOf(id),
      attribute_value_list: [
        {
          value_id: valueId === null ? 0 : numberOf(valueId),
          original_value_name: unit ? valueName.slice(0, -unit.length - 1) : valueName,
          ...(unit && { value_unit: unit }),
        },
      ],
    };
  });
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

export function viewAttributes(source: z.output<typeof attributeList>): AttributeValue[] {
  return (source ?? []).flatMap(({ attribute_id, original_attribute_name, attribute_value_list: [first] }) =>
    first
      ? [
          {
            id: attribute_id,
            name: original_attribute_name,
            valueId: first.value_id === '0' ? null : first.value_id,
            valueName: first.value_unit
              ? `${first.original_value_name} ${first.value_unit}`
              : first.original_value_name,
          },
        ]
      : [],
  );
}

import { z } from 'zod';
import { isIdsOrQuery, isSeen, leftOutRows, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { count, errorCode, id, oneLine, reference, text } from '../primitives.ts';
import { longestDescription, longestTitle } from './content-limits.ts';

const title = oneLine(longestTitle, 1);
const description = text(longestDescription, 1);
/** What a text is replaced by; empty: the found text is removed. */
const replacement = { title: oneLine(longestTitle), description: text(longestDescription) };
/** A picture by its name in the library, with or without the extension of its file. */
const pictureName = oneLine(200, 1);

/** One change of the content of many ads. */
export const contentChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('title_replace'), find: title, text: replacement.title }),
  z.strictObject({ kind: z.literal('title_prefix'), text: title }),
  z.strictObject({ kind: z.literal('title_suffix'), text: title }),
  z.strictObject({ kind: z.literal('title_set'), text: title }),
  z.strictObject({ kind: z.literal('description_append'), text: description }),
  z.strictObject({ kind: z.literal('description_prepend'), text: description }),
  z.strictObject({
    kind: z.literal('description_replace'),
    find: description,
    text: replacement.description,
  }),
  z.strictObject({ kind: z.literal('picture_add'), image: id, place: z.enum(['first', 'last']) }),
  z.strictObject({ kind: z.literal('picture_remove'), name: pictureName }),
  z.strictObject({ kind: z.literal('picture_first'), name: pictureName }),
  z.strictObject({ kind: z.literal('pictures_by_name') }),
  /** The attribute by its name or its id at the marketplace. */
  z.strictObject({ kind: z.literal('attribute_set'), attribute: oneLine(120, 1), value: oneLine(255, 1) }),
]);
export type ContentChange = z.output<typeof contentChange>;

export const contentChangeFields = {
  ...selected,
  change: contentChange,
  /** The advertisements themselves change too: their next publications begin with that content. */
  own: z.boolean().default(true),
};
export const contentChanging = z
  .strictObject(contentChangeFields)
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'ContentChanging' });
export type ContentChanging = z.output<typeof contentChanging>;

export const contentPreviewing = z
  .strictObject({
    ...contentChangeFields,
    page: z.int().min(1, 'too_small').max(10_000, 'too_big').default(1),
  })
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'ContentPreviewing' });

const picture = z.object({ id, name: z.string() });

/** Content before and after. Long texts are cut around their difference. */
const contentDifference = z
  .object({
    before: z.string(),
    /** What is refused is shown as it would be; null: unknown. */
    after: z.string().nullable(),
    /** Only of a change of pictures. */
    pictures: z.object({ before: z.array(picture), after: z.array(picture) }).nullable(),
  })
  .meta({ id: 'ContentDifference' });
export type ContentDifference = z.output<typeof contentDifference>;

export const contentRow = contentDifference
  .extend({
    advertisement: reference,
    /** Null: the advertisement itself. */
    publication: reference.nullable(),
    account: reference.nullable(),
    refused: errorCode.nullable(),
    /** The limit that it would exceed. */
    limit: count.nullable(),
  })
  .meta({ id: 'ContentChangeRow' });
export type ContentRow = z.output<typeof contentRow>;

/** What a change does to the selected ads, before anything changes: every row, page by page. */
export const contentPreview = z
  .object({
    /** Selected advertisements, and those of which something changes. */
    selected: count,
    advertisements: count,
    /** Texts or picture lists that change, and those that are refused. */
    changing: count,
    refused: count,
    leftOut: leftOutRows,
    /** Refused ones first. */
    items: z.array(contentRow),
    page: count,
    pages: count,
  })
  .meta({ id: 'ContentPreview' });
export type ContentPreview = z.output<typeof contentPreview>;

const escaped = (wanted: string) => wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const replaceAll = (value: string, find: string, by: string) =>
  value.replace(new RegExp(escaped(find), 'giu'), () => by);
const oneSpaced = (value: string) => value.replace(/ {2,}/g, ' ').trim();
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The title after the change; unchanged if the change is about something else, or was made already. */
export function changeTitle(change: ContentChange, value: string): string {
  switch (change.kind) {
    case 'title_set':
      return change.text;
    case 'title_prefix':
      return same(value.slice(0, change.text.length), change.text) ? value : `${change.text} ${value}`;
    case 'title_suffix':
      return same(value.slice(-change.text.length), change.text) ? value : `${value} ${change.text}`;
    case 'title_replace': {
      const replaced = replaceAll(value, change.find, change.text);
      return replaced === value ? value : oneSpaced(replaced);
    }
    default:
      return value;
  }
}

/** The description after the change; what is added begins a new paragraph. */
export function changeDescription(change: ContentChange, value: string): string {
  switch (change.kind) {
    case 'description_append':
      if (value.endsWith(change.text)) return value;
      return value === '' ? change.text : `${value}\n\n${change.text}`;
    case 'description_prepend':
      if (value.startsWith(change.text)) return value;
      return value === '' ? change.text : `${change.text}\n\n${value}`;
    case 'description_replace':
      return replaceAll(value, change.find, change.text).trim();
    default:
      return value;
  }
}

type Picture = { id: number; name: string };

const bareName = (fileName: string) => fileName.replace(/\.[a-z0-9]{2,5}$/i, '').toLowerCase();
const isNamed = (wanted: string, { name }: Picture) =>
  same(name, wanted) || bareName(name) === bareName(wanted);

/** The pictures after the change, in their order. */
export function changePictures<P extends Picture>(
  change: ContentChange,
  pictures: readonly P[],
  added: P | null,
): P[] {
  switch (change.kind) {
    case 'picture_add': {
      if (!added) return [...pictures];
      const others = pictures.filter(({ id: one }) => one !== added.id);
      return change.place === 'first' ? [added, ...others] : [...others, added];
    }
    case 'picture_remove':
      return pictures.filter((one) => !isNamed(change.name, one));
    case 'picture_first': {
      const first = pictures.filter((one) => isNamed(change.name, one));
      return [...first, ...pictures.filter((one) => !first.includes(one))];
    }
    case 'pictures_by_name':
      return pictures.toSorted((one, other) => one.name.localeCompare(other.name, 'pt', { numeric: true }));
    default:
      return [...pictures];
  }
}

const shownBefore = 40;
const shownLength = 240;

/** Both texts from shortly before their first difference; ellipses show what is cut. */
export function cutAround(before: string, after: string): { before: string; after: string } {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const from = at <= shownBefore ? 0 : at - shownBefore;
  const cut = (value: string) =>
    `${from > 0 ? '…' : ''}${value.slice(from, from + shownLength)}${value.length > from + shownLength ? '…' : ''}`;
  return { before: cut(before), after: cut(after) };
}

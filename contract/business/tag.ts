import { z } from 'zod';
import { linkSet } from '../change-set.ts';
import { instant, oneLine, version } from '../primitives.ts';

/** Grounds on which a name is legible in the light and in the dark scheme; the screens have a hue for each. */
export const tagColours = [
  'gray',
  'red',
  'amber',
  'lime',
  'green',
  'petrol',
  'blue',
  'violet',
  'grape',
  'pink',
] as const;
export type TagColour = (typeof tagColours)[number];

const colour = z.enum(tagColours, 'invalid');

/** As many tags of one kind as a business has: all of them fit in one field. */
export const maxTags = 100;
/** As many as one record wears. */
export const maxWornTags = 20;

/** A tag as the records show it that wear it. */
export const wornTag = z.object({ id: z.number(), name: z.string(), colour }).meta({ id: 'WornTag' });
export type WornTag = z.output<typeof wornTag>;

/** A tag in the list of its kind, which adds the number of records that wear it. */
export const tagFields = { id: z.number(), name: z.string(), colour, createdAt: instant, version };
export type TagFields = WornTag & { createdAt: string; version: number };

export const tagBody = z.strictObject({ name: oneLine(40, 1), colour: colour.optional() });
export const tagChange = z.strictObject({ name: oneLine(40, 1).optional(), colour: colour.optional() });
export type TagBody = z.output<typeof tagBody>;
export type TagChange = z.output<typeof tagChange>;

/** Tags that records get and tags that they lose; an id in both is worn afterwards. */
export const tagLinks = linkSet(maxWornTags);
export type TagLinks = z.output<typeof tagLinks>;

export const tagFilter = {
  name: { kind: 'text' },
  colour: { kind: 'choice', values: tagColours },
  id: { kind: 'id' },
} as const;
export const tagSorts = ['name', 'id'] as const;

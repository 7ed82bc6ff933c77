import { z } from 'zod';
import { isIdsOrQuery, isSeen, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { startedRun } from '../business/bulk-run.ts';
import { endpoint, entity } from '../endpoint.ts';

/**
 * Papers of a label for a place: sheets of A4 with 14 labels of 99 × 38 mm or 8 of 99 × 68 mm, and rolls of 100 × 50 and
 * 100 × 150 mm. On all of them a code can be read from two meters.
 */
export const placePapers = ['a4_14', 'a4_8', '100x50', '100x150'] as const;
export type PlacePaper = (typeof placePapers)[number];
/** Papers of a thermal printer. */
export const placeRolls = ['100x50', '100x150'] as const satisfies readonly PlacePaper[];
export type PlaceRoll = (typeof placeRolls)[number];
/** Labels of one sheet. */
export const perSheet: Readonly<Record<PlacePaper, number>> = {
  a4_14: 14,
  a4_8: 8,
  '100x50': 1,
  '100x150': 1,
};

/** As many labels as a file has that is made at once: a page of the list. More are made by a background task. */
export const maxPlacesAtOnce = 100;

/**
 * Arrows of labels that hang on a beam between two levels: on all of them, or by level. `N:1` is by level: the numbers
 * up to 1 of the prefix N are below the beam, the others above, and other positions have no arrow.
 */
export type PlaceArrows = 'none' | 'up' | 'down' | { prefix: string; below: number };
const arrows = z
  .string()
  .regex(/^(none|up|down|[A-Z0-9]{1,10}:\d{1,5})$/, 'invalid')
  .default('none');

export function readArrows(text: string): PlaceArrows {
  if (text === 'up' || text === 'down') return text;
  const [prefix = '', below] = text.split(':');
  return below === undefined ? 'none' : { prefix, below: Number(below) };
}

const locations = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'invalid')
  .transform((text) => text.split(',').map(Number))
  .optional();
const cart = z
  .string()
  .regex(/^\d{1,15}$/, 'invalid')
  .transform(Number)
  .optional();
const isOne = (query: { locations?: unknown; cart?: unknown }) =>
  (query.locations === undefined) !== (query.cart === undefined);
const notOne = { path: ['locations'], error: 'choose_one' };
/** The first free label of a sheet that was used before. */
const first = z
  .string()
  .regex(/^([1-9]|1[0-4])$/, 'invalid')
  .transform(Number)
  .optional();

/** Labels for the places of a warehouse. */
export const placesLabels = entity('placesLabels', {
  pdf: endpoint({
    method: 'GET',
    path: '/places-labels/pdf',
    permission: 'locations.read',
    summary: 'Labels of positions in the order of the walk, or of a cart and its places, as sheets or a roll',
    query: z
      .strictObject({ locations, cart, paper: z.enum(placePapers, 'invalid'), arrows, first })
      .refine(isOne, notOne),
    binary: 'pdf',
    errors: ['not_found'],
  }),
  zpl: endpoint({
    method: 'GET',
    path: '/places-labels/zpl',
    permission: 'locations.read',
    summary: 'Labels of positions, or of a cart and its places, for a Zebra printer at 203 dpi',
    query: z
      .strictObject({ locations, cart, paper: z.enum(placeRolls, 'invalid'), arrows })
      .refine(isOne, notOne),
    binary: 'zpl',
    errors: ['not_found'],
  }),
  printMany: endpoint({
    method: 'POST',
    path: '/places-labels',
    permission: 'locations.label',
    summary: 'Labels of the selected positions as one file, by a job',
    body: z
      .strictObject({
        ...selected,
        paper: z.enum(placePapers, 'invalid'),
        format: z.enum(['pdf', 'zpl'], 'invalid'),
        arrows,
      })
      .refine(isIdsOrQuery, notIdsOrQuery)
      .refine(isSeen, notSeen)
      .refine(({ paper, format }) => format === 'pdf' || isRoll(paper), {
        path: ['paper'],
        error: 'invalid',
      }),
    response: startedRun,
    touches: ['bulkRuns'],
  }),
});
export type PlacesToPrint = z.output<typeof placesLabels.printMany.body>;

export const isRoll = (paper: PlacePaper): paper is PlaceRoll => placeRolls.some((roll) => roll === paper);

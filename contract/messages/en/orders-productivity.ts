import type { productivity as pt, productivityFailures as ptFailures } from '../pt/orders-productivity.ts';
import type { Translation } from '../translation.ts';

/** Work at goods, added up. */
export const productivity: Translation<typeof pt> = {
  title: 'Productivity',
  hint: 'Work recorded by scans in the last 30 days, or on the chosen days.',
  own: 'Your work recorded by scans in the last 30 days, or on the chosen days. Only you, the owner and administrators see these figures.',
  by: 'Add up by',
  groups: { person: 'Person', day: 'Day', kind: 'Kind of work' },
  kinds: {
    receiving: 'Receiving',
    put_away: 'Put-away',
    picking: 'Picking',
    packing: 'Packing',
    hand_over: 'Hand-over',
    counting: 'Counting',
    returns: 'Returns',
  },
  kind: 'Kind of work',
  worked: 'Day of work',
  person: 'Person',
  left: 'Person who has left',
  name: 'Name',
  lines: 'Lines',
  units: 'Units',
  parcels: 'Parcels',
  hours: 'Hours',
  linesPerHour: 'Lines/h',
  unitsPerHour: 'Units/h',
  parcelsPerHour: 'Parcels/h',
  errors: 'Errors',
  figuresHint:
    'Pauses of more than 10 minutes are not hours. Errors are differences that a count found later.',
  unitsHidden:
    'Units received, stored and counted are left out: they would show the quantity to people who count the volume.',
  drawn: 'Lines, units and parcels by {{group}}',
  mostDrawn: 'The chart shows the {{n:most}} people with most hours.',
  empty: 'No work recorded in this period',
  emptyHint:
    'The figures come from scans of receiving, picking, packing, hand-over, counts and returns. Choose other days.',
};
export const productivityFailures: Translation<typeof ptFailures> = {
  'productivity.list': 'Could not add up the work!',
};

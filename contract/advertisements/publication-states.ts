export const publicationStates = [
  'publishing',
  'active',
  'paused',
  'under_review',
  'closed',
  'failed',
] as const;
export type PublicationState = (typeof publicationStates)[number];

/** States that a person may request; the marketplace decides when they apply. */
export const publicationActs = {
  update: { from: ['publishing', 'active', 'paused', 'under_review', 'failed'] },
  /** Also a listing that is off sale for lack of stock: the next unit would resume it. */
  pause: { from: ['active', 'paused'] },
  activate: { from: ['paused'] },
  close: { from: ['active', 'paused', 'under_review', 'failed'] },
  retry: { from: ['failed', 'publishing', 'active', 'paused', 'under_review'] },
  /** A closed publication stays closed with its sales; another publication continues it. */
  republish: { from: ['closed'] },
  sync: { from: ['active', 'paused', 'under_review'] },
} as const satisfies Record<string, { from: readonly PublicationState[] }>;

export type PublicationAct = keyof typeof publicationActs;

export function canPublication(act: PublicationAct, state: PublicationState): boolean {
  return (publicationActs[act].from as readonly PublicationState[]).includes(state);
}

export const publicationStates = [
  'publishing',
  'active',
  'paused',
  'under_review',
  'closed',
  'failed',
] as const;
export type PublicationState = (typeof publicationStates)[number];

/** What a person may ask for; the marketplace decides when it is so. */
export const publicationActs = {
  update: { from: ['publishing', 'active', 'paused', 'under_review', 'failed'] },
  /** Also what is off sale for want of stock: the next unit would bring it back. */
  pause: { from: ['active', 'paused'] },
  activate: { from: ['paused'] },
  close: { from: ['active', 'paused', 'under_review', 'failed'] },
  retry: { from: ['failed', 'publishing', 'active', 'paused', 'under_review'] },
  /** What is closed stays so with its sales; it goes on as another publication. */
  republish: { from: ['closed'] },
  sync: { from: ['active', 'paused', 'under_review'] },
} as const satisfies Record<string, { from: readonly PublicationState[] }>;

export type PublicationAct = keyof typeof publicationActs;

export function canPublication(act: PublicationAct, state: PublicationState): boolean {
  return (publicationActs[act].from as readonly PublicationState[]).includes(state);
}

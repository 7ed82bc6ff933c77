export const publicationTypes = ['premium', 'classic'] as const;
export type PublicationType = (typeof publicationTypes)[number];

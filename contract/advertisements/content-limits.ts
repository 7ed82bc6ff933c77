/** Of an advertisement itself; its publications have the limits of their marketplace as well. */
export const longestTitle = 120;
export const longestDescription = 20_000;
export const mostPictures = 30;

type Shortest = { minTitleLength?: number; minDescriptionLength?: number };

export const isTitleShort = ({ name }: { name: string }, { minTitleLength = 0 }: Shortest): boolean =>
  name.trim().length < minTitleLength;

/** Without a description the title is sent in its place. */
export const isDescriptionShort = (
  { name, description }: { name: string; description: string },
  { minDescriptionLength = 0 }: Shortest,
): boolean => (description.trim() || name.trim()).length < minDescriptionLength;

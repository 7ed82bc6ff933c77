/** Of an advertisement itself; its publications have the limits of their marketplace as well. */
export const longestTitle = 120;
export const longestDescription = 20_000;
export const mostPictures = 30;

/** Maximum length of a stored description; a marketplace may accept less. */
export const longestDescription = 20_000;

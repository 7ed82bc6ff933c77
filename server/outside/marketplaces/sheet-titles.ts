/**
 * The titles by which a system's sheet is recognized: each pattern matches a whole line of the sheet's first titles, which
 * are folded as for comparison and joined by line ends.
 */
export type SheetTitles = readonly RegExp[];

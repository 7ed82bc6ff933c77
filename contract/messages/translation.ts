/** The shape of a translation: the same keys as the Portuguese source, text for text. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

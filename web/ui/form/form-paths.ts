type Leaf = string | number | boolean | null | undefined | File | Blob | Date;

/** `name`, `address.city`, `lines.0.price`: every path in the values of a form. */
export type Path<T> = T extends Leaf
  ? never
  : T extends readonly (infer I)[]
    ? `${number}` | Below<`${number}`, I>
    : { [K in keyof T & string]: K | Below<K, NonNullable<T[K]>> }[keyof T & string];
type Below<K extends string, T> = T extends Leaf ? never : `${K}.${Path<T>}`;

export type PathValue<T, P extends string> = P extends `${infer K}.${infer R}`
  ? T extends readonly (infer I)[]
    ? PathValue<I, R>
    : K extends keyof T
      ? PathValue<NonNullable<T[K]>, R>
      : never
  : T extends readonly (infer I)[]
    ? I
    : P extends keyof T
      ? T[P]
      : never;

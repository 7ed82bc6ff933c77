/** Used by whoever writes statements to the client's connection; its own types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): Buffer | string | null;
}

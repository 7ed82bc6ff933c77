import { maxImages } from '#contract/products/image.ts';

const longestAddress = 2000;

/** Addresses stand next to each other with `|`, a line end, a space, or a comma or semicolon before the next one. */
const separator = /[\s|]+|[,;]+(?=\s*(?:https?:\/\/|www\.))/i;

/** The addresses of pictures in a cell, in their order and each once; what is no address is left out. */
export function pictureAddresses(text: string): string[] {
  const found = text
    .split(separator)
    .map((part) => part.trim().replace(/^["']+|["',;]+$/g, ''))
    .map((part) => (/^www\./i.test(part) ? `https://${part}` : part))
    .filter((part) => /^https?:\/\/[^/]/i.test(part) && part.length <= longestAddress && URL.canParse(part));
  return [...new Set(found)].slice(0, maxImages);
}

import { maxImages } from '#contract/products/image.ts';

const longestAddress = 2000;

/** Addresses are separated by `|`, a line end, a space, or a comma or semicolon before the next one. */
const separators = [/[\s|]/, /[,;](?=https?:\/\/|www\.)/i];

/** What surrounds an address in a list that was written by hand or by a program. */
const edges = `"',;`;

function trimEdges(part: string): string {
  let [begin, end] = [0, part.length];
  while (begin < end && edges.includes(part.charAt(begin))) begin++;
  while (end > begin && edges.includes(part.charAt(end - 1))) end--;
  return part.slice(begin, end);
}

/** The addresses of pictures in a cell, in their order and each once; what is no address is left out. */
export function pictureAddresses(text: string): string[] {
  const found = separators
    .reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text])
    .map(trimEdges)
    .map((part) => (/^www\./i.test(part) ? `https://${part}` : part))
    .filter((part) => /^https?:\/\/[^/]/i.test(part) && part.length <= longestAddress && URL.canParse(part));
  return [...new Set(found)].slice(0, maxImages);
}

import { foldName } from '#contract/marketplaces/listed-value.ts';
import type { MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';

/** Most categories that a search returns. */
export const mostFound = 20;

/** Words without accents, case and plural, so that `canecas` finds `Caneca térmica`. */
const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .filter((word) => word.length > 1);

/**
 * Categories whose path contains all words, those that contain them in their own name first. If none contains all,
 * those that contain most of them.
 */
export function findByWords(categories: Iterable<MarketplaceCategory>, text: string): MarketplaceCategory[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const scored = [...categories].map((category) => {
    const path = foldName(category.path.map(({ name }) => name).join(' '));
    const name = foldName(category.name);
    const inPath = words.filter((word) => path.includes(word)).length;
    return { category, inPath, inName: words.filter((word) => name.includes(word)).length };
  });
  const most = Math.max(0, ...scored.map(({ inPath }) => inPath));
  if (most === 0) return [];
  return scored
    .filter(({ inPath }) => inPath === most)
    .toSorted(
      (one, other) => other.inName - one.inName || one.category.path.length - other.category.path.length,
    )
    .slice(0, mostFound)
    .map(({ category }) => category);
}

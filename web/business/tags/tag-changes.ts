import type { TagLinks, WornTag } from '#contract/business/tag.ts';

/** Added and removed tags; undefined without a change. */
export function tagChanges(before: readonly WornTag[], after: readonly WornTag[]): TagLinks | undefined {
  const missingIn = (tags: readonly WornTag[]) => (tag: WornTag) => !tags.some(({ id }) => id === tag.id);
  const add = after.filter(missingIn(before)).map(({ id }) => id);
  const remove = before.filter(missingIn(after)).map(({ id }) => id);
  if (add.length + remove.length === 0) return undefined;
  return { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) };
}

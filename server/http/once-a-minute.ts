const remembered = 20_000;

/** Whether nothing with this key was seen in the same minute before, in this process. */
export function createOnceAMinute(): (key: string, now: Date) => boolean {
  const seen = new Set<string>();
  let minute = 0;
  return (key, now) => {
    const current = Math.floor(now.getTime() / 60_000);
    if (current !== minute || seen.size >= remembered) seen.clear();
    minute = current;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

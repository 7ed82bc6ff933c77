/** `…-i.<shop>.<item>`, `/product/<shop>/<item>`, or the item's number alone. */
export function parseLink(text: string, shopHost: string): { shopId: string | null; itemId: string } | null {
  const typed = text.trim();
  if (/^\d{3,19}$/.test(typed)) return { shopId: null, itemId: typed };
  try {
    const url = new URL(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
    if (!/(^|\.)shopee\.com\.br$/.test(url.hostname) && url.host !== shopHost) return null;
    const found = /(?:-i\.|\/product\/)(\d{1,19})[./](\d{1,19})(?:\/|$)/.exec(url.pathname);
    return found ? { shopId: found[1] ?? null, itemId: found[2] ?? '' } : null;
  } catch {
    return null;
  }
}

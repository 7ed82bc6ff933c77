/** The listing that a link or code identifies (patterns of the site's own addresses). */
export type ParsedLink =
  | { kind: 'item'; itemId: string; variationId: string | null }
  | { kind: 'user-product'; userProductId: string }
  /** A catalogue page does not name one seller's item. */
  | { kind: 'catalogue' }
  | null;

/** Pages of the site; the stand-in has its own host. */
const siteHost = /(?:^|\.)mercadolivre\.com\.br$/i;

const itemCode = /^(ML[A-Z])[-\s]?(\d{6,20})$/i;

export function parseLink(input: string, shopHost = ''): ParsedLink {
  const text = input.trim();
  const code = itemCode.exec(text);
  if (code) return item(code);
  let url: URL;
  try {
    url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
  if (!siteHost.test(url.hostname) && url.host !== shopHost) return null;
  const inQuery = (name: string) => url.searchParams.get(name) ?? fragmentOf(url).get(name);
  const filtered = /item_id(?::|%3A)(ML[A-Z]\d{6,20})/i.exec(inQuery('pdp_filters') ?? '');
  const wanted = filtered?.[1] ?? inQuery('wid') ?? '';
  const named = itemCode.exec(wanted);
  const variation = inQuery('searchVariation') ?? inQuery('variation');
  if (named) return item(named, variation);
  const path = url.pathname;
  const userProduct = /\/up\/(ML[A-Z]U\d{6,20})/i.exec(path);
  if (userProduct?.[1]) return { kind: 'user-product', userProductId: userProduct[1].toUpperCase() };
  if (/\/p\/ML[A-Z]\d+/i.test(path)) return { kind: 'catalogue' };
  const inPath = /(?:^|\/)(ML[A-Z])-?(\d{6,20})(?:-|\/|$)/i.exec(path);
  return inPath ? item(inPath, variation) : null;
}

function item(match: RegExpExecArray, variation: string | null = null): ParsedLink {
  const itemId = `${match[1]}${match[2]}`.toUpperCase();
  return { kind: 'item', itemId, variationId: variation && /^\d{1,20}$/.test(variation) ? variation : null };
}

function fragmentOf(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.replace(/^#/, ''));
}

/** Content that the marketplace does not deliver. */

const rules: [reason: string, pattern: RegExp][] = [
  ['LINK_SHORT_URL', /\b(?:bit\.ly|bl\.ink|polr\.|rebrand\.ly|t2m\.io|tinyurl\.com|yourls\.)/i],
  ['SOCIAL_NETWORK_LINK', /whatsapp|wa\.me|instagram\.com|facebook\.com|t\.me\//i],
  ['PERSONAL_DATA', /[\w.+-]+@[\w-]+\.\w+|(?<![\w-])(?:\(?\d{2}\)?[\s.-]*)?9?\d{4}[\s.-]?\d{4}(?![\w-])/],
  ['OUT_OF_PLACE_LANGUAGE', /\b(?:idiota|imbecil|vagabundo)s?\b/i],
];

/** Null if there is no objection. */
export const moderationOf = (text: string): string | null =>
  rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Latin-1 and pictographs; typographic dashes and quotes are neither. */
export const isSupported = (text: string): boolean =>
  [...text].every(
    (character) =>
      (character.codePointAt(0) ?? 0) <= 0xff || /\p{Extended_Pictographic}|\u200d|\ufe0f/u.test(character),
  );

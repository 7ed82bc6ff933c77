import { en } from './en/index.ts';
import { pt } from './pt/index.ts';

// biome-ignore lint/performance/noBarrelFile: the browser takes these few from their own file, without the catalogues
export { fill, type Locale, localeCookie, locales } from './locale.ts';

export const messages = { pt, en } as const;
export type Messages = typeof pt;

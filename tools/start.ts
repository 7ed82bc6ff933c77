import { buildWeb } from './build-web.ts';

buildWeb();
await import(new URL('../server/main.mjs', import.meta.url).href);

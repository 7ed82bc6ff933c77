import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../rules/files.ts';
import { changedText } from './patch.ts';
import { sourcePlants } from './plants.ts';

/** Imported before the product into a separate process, with the bug's number as its query. */
const patch = sourcePlants[Number(new URL(import.meta.url).searchParams.get('planted'))]?.patch;
if (!patch || !('file' in patch)) throw new Error('no bug of a file');
const planted = pathToFileURL(join(root, patch.file)).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== planted) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: changedText(patch, text) };
  },
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
}

/**
 * In the browser, schemas import zod from the file that keeps it from using `eval`. A module of the contract without its
 * schemas (schemas-on-demand.ts) imports a copy of that file that is free of side effects, so that it brings no zod.
 */
export function zodWithoutEval(): Plugin {
  const file = join(root, 'web/without-eval.ts');
  let isBuild = false;
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (source !== 'zod' || importer?.startsWith(file)) return null;
        return isBuild && !importer?.endsWith('?schemas') ? `${file}?unused` : file;
      },
    },
  };
}

/**
 * The contract only declares: what a screen does not name of it stays out of the screen's files, and so does the copy of
 * `without-eval.ts` for modules without schemas.
 */
export const hasSideEffects = (id: string) => !/[\\/](contract[\\/]|without-eval\.ts\?unused)/.test(id);

/** A component of the library whose styles web/ui/library.css does not bring must not be shipped bare. */
export function libraryStyles(): Plugin {
  const listed = readFileSync(join(root, 'web/ui/library.css'), 'utf8');
  return {
    name: 'library-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const id of [...chunksOf(bundle).values()].flatMap((chunk) => Object.keys(chunk.modules))) {
        const name = /@mantine[\\/]core[\\/].*[\\/](\w+)\.module\.mjs$/.exec(id)?.[1];
        if (name && !listed.includes(`/${name}.css`))
          this.error(`web/ui/library.css lacks @import "@mantine/core/styles/${name}.css"`);
      }
    },
  };
}

type PageEntry = {
  area: string;
  load: () => Promise<unknown>;
  reads?: readonly string[];
  permission?: string;
};

/** Texts of mails are read by the server; whole catalogues are read by tests. */
export function noServerTexts(): Plugin {
  return {
    name: 'no-server-texts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const id of [...chunksOf(bundle).values()].flatMap((chunk) => Object.keys(chunk.modules)))
        if (/\/messages\/\w+\/(index|mails)\.ts$/.test(id))
          this.error(`${id} is sent to browsers: web/i18n.ts lists the texts of screens`);
    },
  };
}

/** What a page reads first is only asked by the build, for /preload.json: the guest screens do not carry it. */
export function readsStayInTheBuild(): Plugin {
  return {
    name: 'reads-stay-in-the-build',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/(\w+-)?pages\.ts$/ },
      handler: (code) => ({ code: code.replace(/^ *reads: \[[^\]]*\],$/gm, ''), map: null }),
    },
  };
}

/**
 * /preload.json lists the files that each screen needs, so that a page requests all of them at once
 * (server/http/page.ts).
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const { pages } = (await import(pathToFileURL(join(root, 'web/pages.ts')).href)) as {
        pages: Record<string, PageEntry>;
      };
      const { isPublicPath } = (await import(pathToFileURL(join(root, 'web/paths.ts')).href)) as {
        isPublicPath: (path: string) => boolean;
      };
      const chunks = chunksOf(bundle);
      const entry = [...chunks.values()].find((chunk) => chunk.isEntry)?.fileName ?? '';
      const known = closure(chunks, [entry]);
      const menu = chunkWith(chunks, 'web/layouts/DefaultLayout.tsx');
      const screens = Object.entries(pages).map(([pattern, { area, load, reads = [], permission }]) => {
        const isPublic = isPublicPath(pattern);
        const file = /import\(['"]\.\/(.+?)['"]\)/.exec(String(load))?.[1];
        const modules = [`web/${file}`, ...(isPublic ? [] : ['web/layouts/DefaultLayout.tsx'])];
        const needs = (locale: string) => {
          const texts = ['ui', area].map((name) => `contract/messages/${locale}/${name}.ts`);
          const starts = [...texts, ...modules].map((module) => chunkWith(chunks, module));
          return [...closure(chunks, starts)].filter((name) => !known.has(name));
        };
        const styles = needs('pt').flatMap((name) => [
          ...(chunks.get(name)?.viteMetadata?.importedCss ?? []),
        ]);
        const scripts = { pt: needs('pt'), en: needs('en') };
        if (scripts.pt.length > mostFiles)
          this.error(`${pattern} needs ${scripts.pt.length} files of scripts; it may need ${mostFiles}`);
        const most = mostScripts[pattern];
        const bytes = most === undefined ? 0 : gzippedBytes(chunks, [...known, ...scripts.pt]);
        if (most !== undefined && bytes > most)
          this.error(`${pattern} needs ${bytes} bytes of scripts, gzip; it may need ${most}`);
        if (isPublic && scripts.pt.includes(menu))
          this.error(`${pattern} loads the menu: a module that both need is in its chunk (vite.config.ts)`);
        return {
          pattern,
          public: isPublic,
          permission,
          scripts,
          styles: [...new Set(styles)],
          reads,
        };
      });
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(screens) });
    },
  };
}

/**
 * Bytes of scripts, gzip, that a screen may need. The first list is below its goal of 220 kB; sign-in is held at what it
 * needs today, above its goal of 150 kB (docs/decisions/085-forms-load-their-schema.md).
 */
const mostScripts: Readonly<Record<string, number>> = {
  '/auth/login': 166_000,
  '/products/product/list': 220_000,
};

/** A browser requests six files at a time from one host, and each costs a round trip. */
const mostFiles = 80;

const gzippedBytes = (chunks: Chunks, names: readonly string[]) =>
  names.reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length, 0);

function chunkWith(chunks: Chunks, module: string): string {
  const id = join(root, module);
  const found = [...chunks.values()].find((chunk) => Object.hasOwn(chunk.modules, id));
  if (!found) throw new Error(`${module} is in no chunk`);
  return found.fileName;
}

function closure(chunks: Chunks, starts: readonly string[]): Set<string> {
  const seen = new Set(starts);
  // Iterating a set includes elements that are added during the iteration.
  for (const name of seen) for (const needed of chunks.get(name)?.imports ?? []) seen.add(needed);
  return seen;
}

/** The page requests the typeface together with its scripts instead of after its styles. */
export function preloadTypeface(): Plugin {
  return {
    name: 'preload-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
            injectTo: 'head',
          })),
    },
  };
}

/** /build.json names the build; the browser polls it to learn of a new one. */
export function buildManifest(): Plugin {
  return {
    name: 'build-manifest',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name];
        hash.update(name).update(file?.type === 'asset' ? file.source : (file?.code ?? ''));
      }
      const version = hash.digest('hex').slice(0, 16);
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ version }) });
    },
    configureServer(server) {
      server.middlewares.use('/build.json', (_request, response) => {
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ version: 'development' }));
      });
    },
  };
}

/** Writes a .br and a .gz next to every text, so that the server never compresses a file during a request. */
export function compressAhead(): Plugin {
  return {
    name: 'compress-ahead',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((file) => /\.(js|css|svg|txt|webmanifest)$/.test(file))) {
        const path = join(dir, name);
        const content = readFileSync(path);
        if (content.length < 1024) continue;
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

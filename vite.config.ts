import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { schemasOnDemand } from './tools/schemas-on-demand.ts';
import {
  buildManifest,
  compressAhead,
  hasSideEffects,
  libraryStyles,
  noServerTexts,
  preloads,
  preloadTypeface,
  readsStayInTheBuild,
  zodWithoutEval,
} from './tools/web-plugins.ts';

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [
    react(),
    zodWithoutEval(),
    schemasOnDemand(),
    libraryStyles(),
    noServerTexts(),
    readsStayInTheBuild(),
    preloads(),
    preloadTypeface(),
    buildManifest(),
    compressAhead(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    target: 'es2022',
    // The page itself names the files of its screen; a list of those of every other one would be 3 kB in the first file.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    // Barcodes come as one large file, asked for by the screens that print them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      treeshake: { moduleSideEffects: hasSideEffects },
      output: {
        // Files of several screens would be named after all of them, and every name is in the first file.
        chunkFileNames: ({ name }) => `assets/${shortNameOf(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortNameOf(name)}-[hash][extname]`,
        codeSplitting: {
          // A request costs more than the bytes it brings: what is needed together is one file. First match takes a
          // module, and with it what it needs and nobody before it has taken.
          groups: [
            // Changes least, so that a release leaves it in the cache.
            together('react', /node_modules\/(react|react-dom|scheduler)\//),
            together('schemas', /\/node_modules\/zod\/|\/without-eval\.ts$|\/contract\/\w+\.ts\?schemas$/),
            { name: areaOfSchemas, debugName: 'schemas', test: /\/contract\/\w+\/.+\?schemas$/ },
            { name: 'start', tags: ['$initial'] },
            // Not with the first module that names it: a screen without a session asks nobody's rights.
            together('permissions', /\/contract\/permissions\.ts$/),
            together('pt', /\/messages\/pt\/(ui|fields)\.ts$/),
            together('en', /\/messages\/en\/(ui|fields)\.ts$/),
            together(
              'field',
              /\/web\/(acts\.ts|session-acts\.ts|ui\/form\/TextField\.tsx)$|\/account\/auth\.ts$|\/(Paper|Anchor|Group|IconAlertTriangle|IconKey|IconFingerprint)\.mjs$/,
            ),
            together(
              'form',
              /\/web\/ui\/form\/(Form\.tsx|form-state\.ts|PasswordField\.tsx)$|EntryCard\.tsx$|\/Alert\.mjs$/,
            ),
            { ...together('icon', /\/@tabler\/icons-react\//), minShareCount: 3 },
            // Needed by the menu and by screens without one.
            together('reads', /\/web\/(queries|use-session)\.ts$|\/use-(hotkeys|window-event)\.mjs$/),
            // What nearly every screen has besides its list.
            together('page', /\/web\/ui\/page\/(values|Section|Stat|StateBadge|UnreadPage)\.tsx$/),
            together('menu', /\/web\/layouts\/DefaultLayout\.tsx$/),
            together('list', /\/web\/ui\/\w+\/(DataTable|FilterBar|Page|Actions)\.tsx$/),
            // The calls of three lists; the audit trail needs those of every entity.
            together('prices', /\/contract\/advertisements\/(campaign|margin-change|price-schedule)\.ts$/),
            // Registration has it without a menu.
            together('direction', /\/DirectionProvider\.mjs$/),
            // What opens over a screen, from the lightest to what needs it.
            together('floating', /\/(Popover|Tooltip)\.mjs$/),
            together('dialog', /\/(Modal|Drawer)\.mjs$|\/web\/ui\/form\/DialogSubmit\.tsx$/),
            together('select', /\/Select\.mjs$|\/web\/ui\/form\/SelectField\.tsx$/),
            // The endpoints of an area: small, and asked for by its screens, the palette and the audit trail.
            {
              name: areaOfEndpoints,
              debugName: 'endpoints',
              test: /\/contract\/(supply|inventory)\/[^?]+$/,
              minShareCount: 3,
            },
            { name: 'part', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
});

/** The schemas of one area are one file: a form needs several of them. */
function areaOfSchemas(id: string): string {
  return `schemas-${/\/contract\/(\w+)\//.exec(id)?.[1]}`;
}

function areaOfEndpoints(id: string): string {
  return `endpoints-${/\/contract\/(\w+)\//.exec(id)?.[1]}`;
}

/** A part is named after all of its screens otherwise. */
const shortNameOf = (name: string) => (name.startsWith('part~') ? 'part' : '[name]');

function together(name: string, test: RegExp) {
  return { name, test: (id: string) => test.test(id.replaceAll('\\', '/')) };
}

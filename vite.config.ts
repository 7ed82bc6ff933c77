import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [react(), buildManifest(), compressAhead()],
  // Schemas are noted down in the browser and built by the real library where a form is checked (web/schemas.ts).
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/schemas.ts') }] },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    target: 'es2022',
    reportCompressedSize: false,
    // Barcodes come as one large file, asked for by the screens that print them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // The contract only declares: what a screen does not name of it stays out of the screen's files.
      treeshake: { moduleSideEffects: (id) => !/[\\/]contract[\\/]/.test(id) },
      output: {
        // What every screen needs and what changes least, so that a release leaves it in the cache.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});

/** /build.json names the build; the browser polls it to learn of a new one. */
function buildManifest(): Plugin {
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

/** A .br and a .gz beside every text, so that the server never compresses a file while somebody waits. */
function compressAhead(): Plugin {
  return {
    name: 'compress-ahead',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((file) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file))) {
        const path = join(dir, name);
        const content = readFileSync(path);
        if (content.length < 1024 || name === 'build.json') continue;
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { buildReport } from './build/build-report.ts';
import { shortName } from './build/short-name.ts';
import { startChunk } from './build/start-chunk.ts';

// files for people hold no checks for developers, whatever the environment of the build says
process.env.NODE_ENV = 'production';

/** Addresses are relative, so that the console works behind any prefix. */
export default defineConfig({
  base: './',
  css: { modules: { generateScopedName: shortName } },
  plugins: [react(), startChunk(), buildReport(), compressFiles()],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // a `data:` address would be refused by the policy
    assetsInlineLimit: 0,
    // a style sheet that fails to load is not asked for again
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // a page names hundreds of them, and what is random does not compress
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/ }] },
      },
    },
  },
});

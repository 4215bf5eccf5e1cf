import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev -w console` sends the calls of the pages: the console's listener of a running product. */
const SERVICE = 'http://127.0.0.1:8082';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'build/app',
    emptyOutDir: true,
    // Content of a data URL cannot be cached on its own, and fonts from one are against the policy.
    assetsInlineLimit: 0,
    // Charts are the largest part by far; they are loaded by the page that shows one.
    chunkSizeWarningLimit: 700,
  },
  server: { host: '127.0.0.1', proxy: { '/console': SERVICE } },
});

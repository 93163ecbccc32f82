import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The viewer of the API's description is one large piece that nobody else loads.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: ['web/main.tsx', 'web/admin/main.tsx', 'web/api-docs/main.ts'] },
  },
})

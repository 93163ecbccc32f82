import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const isSmallAndShared = (id: string) =>
  /\/node_modules\/(?:lucide-react|zod)\/|\/web\/lib\/|\/web\/ui\/(?:brand|button|toast|tooltip|theme-toggle)\.|\/web\/site\/(?:article|breadcrumbs|navigation|page-frame)\.|\/src\/domain\/(?:passwords|site)/.test(
    id,
  )

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
    rolldownOptions: {
      input: ['web/main.tsx', 'web/admin/main.tsx', 'web/api-docs/main.ts'],
      output: {
        codeSplitting: {
          // Otherwise every icon and helper that two pages share becomes a request of its own.
          groups: [{ name: 'common', test: isSmallAndShared, minShareCount: 2 }],
        },
      },
    },
  },
})

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig } from 'vite'

/** Runs before the app; the app uses it, too. */
const isFirst = anyOf(
  'vite/preload-helper',
  'src/domain/site\\.',
  'web/lib/(analytics|dates|clear-password-fields|frame-attributes|local-dates|offline|page-data|early-presses|reload|scheduling|storage|theme-choice|theme-colors)\\.',
)

/** The generator before the app loads. */
const isGenerator = anyOf(
  'src/domain/passwords/(alphabets|character-classes|character-types|draw-with-minima|entropy|generate|generator-extras|generator-settings|languages|options|passphrase-options|random|rate-drawn|stored-json|strength)\\.',
  'web/lib/(clipboard|connection|outgoing-requests|random|replay-typing|store|track)\\.',
  'web/ui/(copied-state|slider-position)\\.',
  'web/site/request-summary\\.',
  'web/site/home/(colored-runs|copy-password|count-generated|data-part|feedback|first-view|generator|poster-class|select-password|settings-in-address|stored-choices|strength-display|switches)\\.',
)

/** Small shared modules: separate requests would cost more. */
const isCommon = anyOf(
  'node_modules/(lucide-react|@radix-ui/react-direction)/',
  'web/lib/(?!hydrate|query-client|set-immediate)',
  'web/ui/(brand|button|copy-button|local-date|data-states|notice|switch|theme-toggle|toast|tooltip)\\.',
  'web/site/(article|breadcrumbs|navigation|page-frame)\\.',
  'web/site/home/(colored-password|use-copy)\\.',
  'web/site/not-found/',
  'src/domain/(passwords/(?!estimate/|verdict/|passphrase\\.|draw-with-minima)|site\\.)',
)

/** Shared by the blog's pages. */
const isBlog = anyOf(
  'web/site/blog/(page-number|placeholder-line|post-card|post-list|post-tags|queries)\\.',
  'src/domain/posts\\.',
)

function anyOf(...modules: string[]): RegExp {
  return new RegExp(modules.join('|'))
}

/** Separate bundles, so that admin code never affects public pages. */
export const BUNDLES = {
  site: ['web/main.ts'],
  admin: ['web/admin/main.tsx'],
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  // Otherwise, the build replaces :dir() with a list of languages.
  css: { lightningcss: { exclude: Features.DirSelector } },
  build: {
    outDir: 'dist/web',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Unused schemas are left out of the bundles.
      treeshake: { manualPureFunctions: ['z'] },
      input: Object.values(BUNDLES).flat(),
      output: {
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /node_modules\/zod\/|src\/domain\/writing\./, priority: 3 },
            { name: 'first', test: isFirst, priority: 2 },
            { name: 'generator', test: isGenerator, priority: 2, minShareCount: 2 },
            { name: 'common', test: isCommon, minShareCount: 2, priority: 1 },
            { name: 'queries', test: /node_modules\/@tanstack\//, minShareCount: 2 },
            { name: 'blog', test: isBlog, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

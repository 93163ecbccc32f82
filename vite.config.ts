import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What a document runs before the app, and shares with it. */
const isFirst = anyOf(
  'vite/preload-helper',
  'src/domain/site\\.',
  'web/lib/(analytics|analytics-frame|dates|forget-typed|frame-attributes|local-dates|offline|page-data|presses|reload|storage|theme-choice|theme-colors|when-loaded)\\.',
)

/** The generator without the app, and what the app's one shares with it. */
const isGenerator = anyOf(
  'src/domain/passwords/(alphabets|character-types|classes|entropy|extras|generate|minima|options|passphrase|random|stored|strength)\\.',
  'web/lib/(clipboard|connection|outgoing|random|retype|store|track)\\.',
  'web/ui/(copied-mark|slider-place)\\.',
  'web/site/sent-so-far\\.',
  'web/site/home/(coloured-runs|copied|count-generated|feedback|first-events|first-view|generator|parts|poster-look|select-password|stored-choices|strength-look|switches)\\.',
)

/** Small pieces that two pages share; a request of their own would cost more than their few bytes. */
const isCommon = anyOf(
  'node_modules/(lucide-react|@radix-ui/react-direction)/',
  'web/lib/(?!hydrate)',
  'web/ui/(brand|button|copy-button|local-date|notice|states|switch|theme-toggle|toast|tooltip)\\.',
  'web/site/(article|breadcrumbs|navigation|page-frame)\\.',
  'web/site/home/(coloured-password|use-copy)\\.',
  'web/site/not-found/',
  'src/domain/(passwords/(?!estimate/|verdict/|passphrase|minima)|site\\.)',
)

/** What the blog's list and posts share; the renderer of posts is left to itself. */
const isBlog = anyOf(
  'node_modules/@tanstack/',
  'web/site/blog/(bar|page-number|post-card|post-list|post-tags|queries)\\.',
  'src/domain/posts\\.',
)

function anyOf(...modules: string[]): RegExp {
  return new RegExp(modules.join('|'))
}

/** Bundled apart, as what one doesn't use of a library must not reach the other: public pages, and what stands behind them. */
export const BUNDLES = {
  site: ['web/main.ts'],
  office: ['web/admin/main.tsx'],
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.values(BUNDLES).flat(),
      output: {
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /node_modules\/zod\/|src\/domain\/writing\./, priority: 3 },
            { name: 'first', test: isFirst, priority: 2 },
            { name: 'generator', test: isGenerator, priority: 2, minShareCount: 2 },
            { name: 'common', test: isCommon, minShareCount: 2, priority: 1 },
            { name: 'blog', test: isBlog, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/** Lines that a new noun adds to existing files, below the first match of `after`. */
export const LINES: { file: string; after: RegExp; add: string }[] = [
  {
    file: 'src/db/schema.ts',
    after: /^$/m,
    add: `export const redirects = sqliteTable('redirects', {
  id: integer().primaryKey(),
  source: text().notNull(),
  target: text().notNull(),
  createdAt: text('created_at').notNull(),
})
`,
  },
  {
    file: 'src/domain/permissions.ts',
    after: /^ {2}'prompts\.write': .*$/m,
    add: "  'redirects.write': ['admin'],",
  },
  {
    file: 'src/domain/audit.ts',
    after: /^ {2}'prompt_deleted',$/m,
    add: "  'redirect_created',\n  'redirect_deleted',",
  },
  {
    file: 'src/app.ts',
    after: /^import \{ promptRoutes \} .*$/m,
    add: "import { redirectRoutes } from '#src/redirects/routes.ts'",
  },
  {
    file: 'src/app.ts',
    after: /^ {4}\.use\(promptRoutes\(.*$/m,
    add: '    .use(redirectRoutes(deps, access))',
  },
  {
    file: 'src/testing/guarded-routes.ts',
    after: /^export const GUARDED_ROUTES: .*$/m,
    add: `  'GET /api/admin/redirects': { status: all(200) },
  'POST /api/admin/redirects': {
    status: { ...all(201), moderator: 403 },
    json: { source: '/old-page', target: '/about' },
  },
  'DELETE /api/admin/redirects/:id': { status: { ...all(404), moderator: 403 } },`,
  },
  { file: 'web/admin/paths.ts', after: /^ {2}'\/admin\/settings',$/m, add: "  '/admin/redirects'," },
  {
    file: 'web/admin/signed-in-pages.tsx',
    after: /^const BlogPage = .*$/m,
    add: "const RedirectsPage = lazyPage(async () => (await import('./redirects/redirects-page.tsx')).RedirectsPage)",
  },
  {
    file: 'web/admin/signed-in-pages.tsx',
    after: /^ *<Route path="\/admin\/settings".*$/m,
    add: `            <Route path="/admin/redirects" element={withLoadingFrame('Redirects', <RedirectsPage />)} />`,
  },
  {
    file: 'web/admin/navigation.ts',
    after: /^ {6}\{ to: '\/admin\/blog'.*$/m,
    add: "      { to: '/admin/redirects', label: 'Redirects', Icon: Globe },",
  },
]

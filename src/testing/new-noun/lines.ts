/** The lines that a new noun adds to files that are there, each behind the first line that matches. */
export const LINES: { file: string; behind: RegExp; add: string }[] = [
  {
    file: 'src/db/schema.ts',
    behind: /^$/m,
    add: `export const redirects = sqliteTable('redirects', {
  id: integer().primaryKey({ autoIncrement: true }),
  source: text().notNull().unique(),
  target: text().notNull(),
  createdAt: text('created_at').notNull(),
})
`,
  },
  {
    file: 'src/domain/permissions.ts',
    behind: /^ {2}'prompts\.write': .*$/m,
    add: "  'redirects.write': ['admin'],",
  },
  {
    file: 'src/domain/audit.ts',
    behind: /^ {2}'prompt_deleted',$/m,
    add: "  'redirect_created',\n  'redirect_deleted',",
  },
  {
    file: 'src/app.ts',
    behind: /^import \{ promptRoutes \} .*$/m,
    add: "import { redirectRoutes } from '#src/redirects/routes.ts'",
  },
  { file: 'src/app.ts', behind: /^ {4}\.\.\.promptRoutes\(.*$/m, add: '    ...redirectRoutes(deps),' },
  {
    file: 'src/sessions/guard.test.ts',
    behind: /^const WALK: .*$/m,
    add: `  'GET /api/admin/redirects': { status: all(200) },
  'POST /api/admin/redirects': {
    status: { ...all(201), moderator: 403 },
    json: { source: '/old-page', target: '/about' },
  },
  'DELETE /api/admin/redirects/:id': { status: { ...all(404), moderator: 403 } },`,
  },
  { file: 'web/admin/paths.ts', behind: /^ {2}'\/admin\/settings',$/m, add: "  '/admin/redirects'," },
  {
    file: 'web/admin/admin-app.tsx',
    behind: /^const BlogPage = .*$/m,
    add: "const RedirectsPage = lazyPage(async () => (await import('./redirects/redirects-page.tsx')).RedirectsPage)",
  },
  {
    file: 'web/admin/admin-app.tsx',
    behind: /^ *<Route path="\/admin\/settings".*$/m,
    add: `        <Route path="/admin/redirects" element={arriving('Redirects', <RedirectsPage />)} />`,
  },
  {
    file: 'web/admin/places.ts',
    behind: /^ {6}\{ to: '\/admin\/blog'.*$/m,
    add: "      { to: '/admin/redirects', label: 'Redirects', Icon: Globe },",
  },
]

/** Any other path under /admin is a 404. */
export const ADMIN_PATHS = [
  '/admin/login',
  '/admin/setup',
  '/admin/dashboard',
  '/admin/blog',
  '/admin/website-analyzer',
  '/admin/settings',
  '/admin/redirects',
  '/admin/account',
  '/admin/new-password',
] as const

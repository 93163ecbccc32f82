/** Every page of the admin. An address below /admin that is not here answers 404. */
export const ADMIN_PATHS = [
  '/admin/login',
  '/admin/setup',
  '/admin/dashboard',
  '/admin/blog',
  '/admin/website-analyzer',
  '/admin/settings',
] as const

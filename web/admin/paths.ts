/** Every page of the admin. Any other address below /admin answers 404. */
export const ADMIN_PATHS = [
  '/admin/login',
  '/admin/setup',
  '/admin/dashboard',
  '/admin/blog',
  '/admin/website-analyzer',
  '/admin/settings',
  '/admin/account',
  '/admin/new-password',
  '/api/docs',
] as const

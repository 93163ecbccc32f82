import { siteRoutes } from '#web/router.tsx'

/** Whether a public page stands at this path. */
export const isPublicPath = (path: string) => siteRoutes.some((route) => route.path === path)

/** Whether a path is the admin area's, with or without a page there. */
export const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/')

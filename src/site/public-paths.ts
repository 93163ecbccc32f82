import { siteRoutes } from '#web/router.tsx'

/** Whether a public page stands at this path. */
export const isPublicPath = (path: string) => siteRoutes.some((route) => route.path === path)

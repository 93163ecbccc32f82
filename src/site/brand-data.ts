import type { Brand } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'

/** Returns undefined without settings, to keep pages small. */
export function brandOf({
  config,
  branding,
  customPages,
}: Pick<Deps, 'config' | 'branding' | 'customPages'>): Brand | undefined {
  const { footerLine, operator, operatorContact } = config
  const brand: Brand = {
    ...(branding.logo ? { logo: branding.logo } : {}),
    ...(operator === undefined
      ? {}
      : {
          operator: {
            name: operator,
            ...(operatorContact === undefined ? {} : { contact: operatorContact }),
          },
        }),
    ...(footerLine === undefined ? {} : { footerLine }),
    ...(customPages.length === 0
      ? {}
      : {
          pages: customPages.map(({ path, title, about, nav, isUnlisted }) => ({
            path,
            title,
            about,
            nav,
            isUnlisted,
          })),
        }),
  }
  return Object.keys(brand).length > 0 ? brand : undefined
}

import type { Brand } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'

/** What the pages show of the operator; undefined where nothing is set, so that such pages stay as small as they were. */
export function brandOf({
  config,
  look,
  ownPages,
}: Pick<Deps, 'config' | 'look' | 'ownPages'>): Brand | undefined {
  const { footerLine, operator, operatorContact } = config
  const brand: Brand = {
    ...(look.logo ? { logo: look.logo } : {}),
    ...(operator === undefined
      ? {}
      : {
          operator: {
            name: operator,
            ...(operatorContact === undefined ? {} : { contact: operatorContact }),
          },
        }),
    ...(footerLine === undefined ? {} : { footerLine }),
    ...(ownPages.length === 0
      ? {}
      : {
          pages: ownPages.map(({ path, title, about, nav, isUnlisted }) => ({
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

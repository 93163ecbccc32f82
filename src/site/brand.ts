import type { Brand, OwnPage } from '#domain/site.ts'
import type { Config } from '#src/config.ts'

/** What the pages show of the operator; undefined where nothing is set, so that such pages stay as small as they were. */
export function brandOf(
  { footerLine, operator, operatorContact }: Config,
  ownPages: readonly OwnPage[],
): Brand | undefined {
  const brand: Brand = {
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

import type { Brand } from '#domain/site.ts'
import type { Config } from '#src/config.ts'

/** What the pages show of the operator; undefined where nothing is set, so that such pages stay as small as they were. */
export function brandOf({ footerLine, operator, operatorContact }: Config): Brand | undefined {
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
  }
  return Object.keys(brand).length > 0 ? brand : undefined
}

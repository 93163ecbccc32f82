import { type ComponentType, lazy } from 'react'

/** If the code fails to load, shows `failure` and the editor keeps working; a reload would interrupt writing. */
export const lazyPanel = <Props,>(load: () => Promise<ComponentType<Props>>, failure: string) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (Panel) => ({ default: Panel }),
      () => ({ default: () => <p className="text-muted">{failure}</p> }),
    ),
  )

import { type ComponentType, createElement, lazy, useState } from 'react'
import { isReload, reloadUnlessLeaving } from './reload.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

export type LazyPage<Props extends object> = ComponentType<Props> & {
  preload(): Promise<void>
}

let requestedPages = 0

/**
 * A page whose code loads on first render. On failure (new release or no network), reloads the document once; after
 * that, the page stays as the server rendered it.
 */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  const countAndLoad = () => {
    requestedPages++
    return load()
  }
  const Lazy = lazyWithFallback(countAndLoad, () => {
    if (requestedPages > 1 || !isReload()) reloadUnlessLeaving()
  })
  let Loaded: ComponentType<Props> | undefined
  // A mounted page keeps its component: a different one would remount it and lose its state.
  const Page = (props: Props) => {
    const [Component] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return createElement(Component, props)
  }
  const preload = () =>
    load().then(
      (code) => {
        Loaded = code
        requestedPages++
      },
      // Rendering retries and reports the error.
      () => undefined,
    )
  return Object.assign(Page, { preload })
}

/** Part of a page, loaded on first render. On failure, reloads the page once. */
export function lazyPart<Props>(load: Load<Props>) {
  return lazyWithFallback(load, () => {
    if (!isReload()) reloadUnlessLeaving()
  })
}

function lazyWithFallback<Props>(load: Load<Props>, onFailure: () => void) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (typeof location === 'undefined') throw error
      onFailure()
      return forever
    }
  })
}

const forever = new Promise<never>(() => undefined)

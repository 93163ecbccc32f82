import { type ComponentType, createElement, lazy } from 'react'
import { isReload } from './reload.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

export type LazyPage<Props extends object> = ComponentType<Props> & {
  /** Fetches its code; code that can't be fetched is asked for again when it is shown. */
  preload(): Promise<void>
}

/** How many pages this document has asked the code of. */
let askedPages = 0

/**
 * A page whose code is fetched when it is first shown. Code that can't be fetched is code of a release that the server
 * has no longer, or there is no network: either way the page's document is asked for instead. Only the page that came
 * with the document is left as the server wrote it when even a reload brought no code for it.
 */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  const loadAndCount = () => {
    askedPages++
    return load()
  }
  const Later = lazyOr(loadAndCount, () => {
    if (askedPages > 1 || !isReload()) location.reload()
  })
  let Loaded: ComponentType<Props> | undefined
  const Page = (props: Props) => (Loaded ? createElement(Loaded, props) : createElement(Later, props))
  const preload = () =>
    load().then(
      (code) => {
        Loaded = code
        askedPages++
      },
      // Whoever shows the page asks again, and is told what fails then.
      () => undefined,
    )
  return Object.assign(Page, { preload })
}

/** A part of a page whose code is fetched when it is first shown; without it, the page is loaded anew, but only once. */
export function lazyPart<Props>(load: Load<Props>) {
  return lazyOr(load, () => {
    if (!isReload()) location.reload()
  })
}

function lazyOr<Props>(load: Load<Props>, onFailure: () => void) {
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

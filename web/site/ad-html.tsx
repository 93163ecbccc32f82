import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * The operator's HTML as it stands. Scripts in a document run when the browser's parser meets them; in HTML that is set
 * later, on a move inside the app, they don't, so there they are put in anew.
 */
export function AdHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [ranWithDocument] = useState(useIsHydrating())

  useEffect(() => {
    if (ranWithDocument || !place.current) return
    for (const script of place.current.querySelectorAll('script')) script.replaceWith(freshCopy(script))
  }, [ranWithDocument])

  return <div ref={place} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Whether this is the render that takes over what the server wrote. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}

const neverChanges = () => () => undefined

function freshCopy(script: HTMLScriptElement): HTMLScriptElement {
  const copy = document.createElement('script')
  for (const { name, value } of script.attributes) copy.setAttribute(name, value)
  // A script made by a script is async unless told otherwise, and order may matter.
  copy.async = script.hasAttribute('async')
  copy.text = script.text
  return copy
}

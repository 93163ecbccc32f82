import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'

/** As high as its text. Give it a least height by class or style: browsers with `field-sizing` ignore `rows`. */
export function GrowingTextArea({ ref, className = '', ...rest }: ComponentProps<'textarea'>) {
  const area = useRef<HTMLTextAreaElement | null>(null)
  // Without dependencies: the font, or what is beside it, may have changed as well.
  useLayoutEffect(() => fitHeight(area.current))
  useEffect(() => {
    const fit = () => fitHeight(area.current)
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [])
  const setRef = (element: HTMLTextAreaElement | null) => {
    area.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  return (
    <textarea
      dir="auto"
      {...rest}
      ref={setRef}
      className={`field-sizing-content block resize-none ${className}`}
    />
  )
}

/** For browsers without `field-sizing`, such as WebKitGTK. */
function fitHeight(area: HTMLTextAreaElement | null): void {
  const parent = area?.parentElement
  if (!area || !parent || CSS.supports('field-sizing', 'content')) return
  // The page must not become shorter meanwhile, which would scroll it.
  parent.style.minHeight = `${parent.offsetHeight}px`
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  parent.style.minHeight = ''
}

import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { Params } from './match-path.ts'

/** An address inside the site, as the visitor sees it. */
export type SiteLocation = {
  pathname: string
  search: string
  hash: string
  /** Names the entry in the browser's history; the first page has none. */
  key: string
  /** Whether going back or forward led here, or the document began here. */
  isReturn: boolean
}

type Navigation = {
  location: SiteLocation
  /** Shows the page at an address of this site without loading a document. */
  navigate: (url: URL) => void
}

const NavigationContext = createContext<Navigation | null>(null)
const ParamsContext = createContext<Params>({})

export const ParamsProvider = ParamsContext

function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('useNavigation must be used within a location provider')
  return navigation
}

export const useLocation = (): SiteLocation => useNavigation().location

export const useNavigate = (): Navigation['navigate'] => useNavigation().navigate

/** The parts of the address that fill the `:names` of the page's path. */
export const useParams = (): Params => use(ParamsContext)

export const useSearch = (): URLSearchParams => new URLSearchParams(useLocation().search)

/** Follows the browser's address. */
export function BrowserLocation({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(readLocation)

  // The page in sight stays until the code of the next one is there.
  const show = useCallback(
    (isReturn: boolean) => startTransition(() => setCurrent({ ...readLocation(), isReturn })),
    [],
  )
  useEffect(() => {
    const onPopState = () => show(true)
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [show])

  const navigate = useCallback(
    ({ href }: URL) => {
      const state = { key: performance.timeOrigin + performance.now() }
      if (href === location.href) history.replaceState(state, '', href)
      else history.pushState(state, '', href)
      show(false)
    },
    [show],
  )
  const navigation = useMemo(() => ({ location: current, navigate }), [current, navigate])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

function readLocation(): SiteLocation {
  const { pathname, search, hash } = location
  return { pathname, search, hash, key: readKey(history.state), isReturn: true }
}

const readKey = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : ''

/** Stands at one address: a path with its search, on the server. */
export function FixedLocation({ at, children }: { at: string; children: ReactNode }) {
  const [pathname = '', ...search] = at.split(/(?=\?)/)
  const location = { pathname, search: search.join(''), hash: '', key: '', isReturn: true }
  return <NavigationContext value={{ location, navigate: stay }}>{children}</NavigationContext>
}

const stay = () => undefined

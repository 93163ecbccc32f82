import { useSearchParams } from 'react-router'

/** Which page of a list the address asks for; 1 where it names none that could be. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

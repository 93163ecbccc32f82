import { useSearchParams } from 'react-router'

/** The page number in the URL; 1 if missing or invalid. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

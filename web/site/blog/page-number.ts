import { useSearch } from '#web/lib/location.tsx'

/** Which page of a list the address asks for; 1 where it names none that could be. */
export function usePageNumber(): number {
  const text = useSearch().get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

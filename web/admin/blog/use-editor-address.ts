import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NEW, readEditParameter, withEditParameter } from './editor-address.ts'

const FROM_LIST = 'edit'

/** `key` is stable while a new post gets its id. */
type Open = { key: string; id: number | null }

/** Keeps the open editor in the URL (?edit=ID or ?edit=new), so that Back and reload work. */
export function useEditorAddress() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  /** The id that a new post has received. */
  const [created, setCreated] = useState<number | null>(null)
  const lastEdited = useRef<number | null | undefined>(undefined)

  const open = openOf(readEditParameter(search), created)
  const isFromList: boolean = state === FROM_LIST

  const edit = (id: number | null) => {
    setCreated(null)
    lastEdited.current = id
    navigate({ search: withEditParameter(search, id === null ? NEW : String(id)) }, { state: FROM_LIST })
  }
  /** Replaces ?edit=new with the post's id. */
  const follow = (id: number) => {
    setCreated(id)
    lastEdited.current = id
    navigate({ search: withEditParameter(search, String(id)) }, { replace: true, state })
  }
  const close = () => {
    if (isFromList) navigate(-1)
    else navigate({ search: withEditParameter(search, null) }, { replace: true })
  }

  return { open, edit, follow, close, lastEdited: lastEdited.current }
}

function openOf(value: ReturnType<typeof readEditParameter>, created: number | null): Open | null {
  if (value === null) return null
  if (value === NEW) return { key: NEW, id: null }
  return value === created ? { key: NEW, id: null } : { key: String(value), id: value }
}

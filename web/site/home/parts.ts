/** What the script of the home page shows and answers to before the app is there, by name. */
const PART = 'data-part'

type PartName =
  | 'card'
  | 'placeholder'
  | 'password'
  | 'poster'
  | 'refresh'
  | 'meter'
  | 'words'
  | 'label'
  | 'bits'
  | 'copy'
  | 'copy-status'
  | 'another'
  | 'several'
  | 'refusal'
  | 'changed'
  | 'sent'
  | 'question'
  | 'helpful'
  | 'unhelpful'
  | 'thanks'

export const part = (name: PartName) => ({ [PART]: name })

/** The element that was drawn as this part. Throws where there is none. */
export function findPart<E extends HTMLElement>(name: PartName, kind: new () => E): E {
  const element = document.querySelector(`[${PART}=${name}]`)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${name}`)
}

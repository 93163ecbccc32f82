import type { Contact } from '#domain/contacts.ts'
import { showDate } from '#web/lib/dates.ts'

/** Characters. Windows and some mail programs cut longer addresses. */
const URL_MAX = 2_000

const NEW_LINE = encodeURIComponent('\r\n')

/** A mailto: link that quotes as much of the message as fits. */
export function replyUrl({
  name,
  email,
  subject,
  message,
  createdAt,
}: Omit<Contact, 'id' | 'status'>): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  const intro = `On ${showDate(createdAt)}, ${name} wrote:`
  const start = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(replySubject)}&body=${NEW_LINE}${NEW_LINE}${encodeURIComponent(intro)}${NEW_LINE}`
  return start + quote(message, URL_MAX - start.length)
}

/** Encoded; cut, with an ellipsis, at `max` characters. */
function quote(message: string, max: number): string {
  let quoted = ''
  const ellipsis = encodeURIComponent('…')
  for (const character of `> ${message.replace(/\r?\n/g, '\n> ')}`) {
    const encoded = character === '\n' ? NEW_LINE : encodeURIComponent(character)
    if (quoted.length + encoded.length + ellipsis.length > max) return quoted + ellipsis
    quoted += encoded
  }
  return quoted
}

import type { Contact } from '#domain/contacts.ts'

/** A mailto: link. */
export function replyUrl({ email, subject }: Pick<Contact, 'email' | 'subject'>): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(replySubject)}`
}

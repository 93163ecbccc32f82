import type { Contact } from '#domain/contacts.ts'

/** Opens the mail program on an answer. */
export function replyAddress({ email, subject }: Pick<Contact, 'email' | 'subject'>): string {
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(answer)}`
}

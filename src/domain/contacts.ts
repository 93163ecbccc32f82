import * as z from 'zod/mini'
import { RowIds } from './at-once.ts'
import { LINES, ONE_LINE, wellFormed } from './writing.ts'

/** The most characters each field takes. */
export const CONTACT_LIMITS = { name: 100, email: 254, subject: 200, message: 5000 } as const

/** What an administrator can mark a message as. */
export const SETTABLE_STATUSES = ['new', 'read', 'replied', 'archived'] as const
/** Messages over the budget of an hour arrive as held back. */
export const CONTACT_STATUSES = [...SETTABLE_STATUSES, 'held_back'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]

/**
 * Letters of any script, as mail servers take them today. Left out are signs that need quoting and could turn one
 * address into several, or into a header, in whatever program the operator answers with.
 */
const EMAIL = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@(?:[\p{L}\p{M}\p{N}-]{1,63}\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u

const upTo = (most: number) => z.maxLength(most, `Use at most ${most.toLocaleString('en-US')} characters`)

/** What the contact form sends. Its messages are what people read, in the form and from the server. */
export const ContactInput = z.object(
  {
    name: z
      .string('Enter your name')
      .check(
        z.trim(),
        z.minLength(1, 'Enter your name'),
        upTo(CONTACT_LIMITS.name),
        z.regex(ONE_LINE, 'Write your name on one line'),
        wellFormed,
      ),
    email: z
      .string('Enter your email address')
      .check(
        z.trim(),
        z.minLength(1, 'Enter your email address'),
        upTo(CONTACT_LIMITS.email),
        z.regex(EMAIL, 'Enter an email address like name@example.com'),
        wellFormed,
      ),
    subject: z
      .string('Enter a subject')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a subject'),
        upTo(CONTACT_LIMITS.subject),
        z.regex(ONE_LINE, 'Write the subject on one line'),
        wellFormed,
      ),
    message: z
      .string('Enter a message')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a message'),
        upTo(CONTACT_LIMITS.message),
        z.regex(LINES, 'The message contains a control character'),
        wellFormed,
      ),
    /** A field that people don't see: only programs that fill in everything fill it in. */
    reference: z._default(z.catch(z.string(), 'something else than text'), ''),
  },
  'The request must be a JSON object',
)
export type ContactInput = z.infer<typeof ContactInput>

/** A message that someone sent; `createdAt` is ISO 8601 in UTC. `status` may hold words of a later release. */
export const Contact = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.string(),
  createdAt: z.string(),
})
export type Contact = z.infer<typeof Contact>

/** Whose messages are meant: the address without regard to the case of A to Z. */
export const ContactPerson = z.object(
  { email: ContactInput.shape.email },
  'The request must be a JSON object',
)
export type ContactPerson = z.infer<typeof ContactPerson>

export const PERSON_PATH = '/api/admin/contacts/person'

export const PersonFigures = z.object({
  /** Of all statuses, held back ones too. */
  messages: z.number(),
})
export type PersonFigures = z.infer<typeof PersonFigures>

/** All that the server keeps of a person who wrote; times are ISO 8601 in UTC. */
export const PersonExport = z.object({
  email: z.string(),
  exportedAt: z.string(),
  messages: z.array(Contact),
})
export type PersonExport = z.infer<typeof PersonExport>

export const CONTACT_KEEP_DAYS_MAX = 9999

export const ContactUpdate = z.object(
  { status: z.enum(SETTABLE_STATUSES, 'The status must be new, read, replied or archived') },
  'The request must be a JSON object',
)
export type ContactUpdate = z.infer<typeof ContactUpdate>

/** What a list of messages can be sorted by. */
export const CONTACT_SORTS = ['createdAt', 'name', 'status'] as const

export const ContactsUpdate = z.object(
  { ...RowIds.shape, status: ContactUpdate.shape.status },
  'The request must be a JSON object',
)
export type ContactsUpdate = z.infer<typeof ContactsUpdate>

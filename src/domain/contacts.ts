import * as z from 'zod/mini'
import { RowIds } from './bulk.ts'
import { LINES, ONE_LINE, tidied, wellFormed, withCommas } from './text-rules.ts'

export const CONTACT_LIMITS = { name: 100, email: 254, subject: 200, message: 5000 } as const

export const SETTABLE_STATUSES = ['new', 'read', 'replied', 'archived'] as const
/** Messages over the hourly budget or their network's share are stored as held_back. */
export const CONTACT_STATUSES = [...SETTABLE_STATUSES, 'held_back'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]

/**
 * Allows letters of any script; refuses characters that mail programs may read as several addresses or a header, and
 * those that change the direction of text.
 */
const EMAIL =
  /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Bidi_Control}]{1,64}@(?:[\p{L}\p{M}\p{N}-]{1,63}\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u

/** Anything but a string counts as filled in. */
const FILLED = 'not a string'

const atMost = (max: number) => z.maxLength(max, `Use at most ${withCommas(max)} characters`)

export const ContactInput = z.object(
  {
    name: z
      .string('Enter your name')
      .check(
        tidied,
        z.trim(),
        z.minLength(1, 'Enter your name'),
        atMost(CONTACT_LIMITS.name),
        z.regex(ONE_LINE, 'Write your name on one line'),
        wellFormed,
      ),
    email: z
      .string('Enter your email address')
      .check(
        z.trim(),
        z.minLength(1, 'Enter your email address'),
        atMost(CONTACT_LIMITS.email),
        z.regex(EMAIL, 'Enter an email address like name@example.com'),
        wellFormed,
      ),
    subject: z
      .string('Enter a subject')
      .check(
        tidied,
        z.trim(),
        z.minLength(1, 'Enter a subject'),
        atMost(CONTACT_LIMITS.subject),
        z.regex(ONE_LINE, 'Write the subject on one line'),
        wellFormed,
      ),
    message: z
      .string('Enter a message')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a message'),
        atMost(CONTACT_LIMITS.message),
        z.regex(LINES, 'The message contains a control character'),
        wellFormed,
      ),
    /** Honeypot: hidden from people, so only bots fill it in. */
    reference: z._default(z.catch(z.string(), FILLED), ''),
  },
  'The request must be a JSON object',
)
export type ContactInput = z.infer<typeof ContactInput>

/**
 * `createdAt` is ISO 8601 in UTC, like all times here. After a downgrade, `status` may be one that only a later release
 * knows.
 */
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

export const ContactPerson = z.object(
  { email: ContactInput.shape.email },
  'The request must be a JSON object',
)
export type ContactPerson = z.infer<typeof ContactPerson>

export const PERSON_PATH = '/api/admin/contacts/person'

export const PersonFigures = z.object({
  messages: z.number(),
})
export type PersonFigures = z.infer<typeof PersonFigures>

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

export const CONTACT_SORTS = ['createdAt', 'name', 'status'] as const

export const ContactsUpdate = z.object(
  { ...RowIds.shape, status: ContactUpdate.shape.status },
  'The request must be a JSON object',
)
export type ContactsUpdate = z.infer<typeof ContactsUpdate>

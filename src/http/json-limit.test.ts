import { expect, test } from 'bun:test'
import * as z from 'zod/mini'
import { CONTACT_LIMITS, ContactInput } from '#domain/contacts.ts'
import { POST_LIMITS, PostEdit } from '#domain/posts.ts'
import { PROMPT_LIMITS, PromptInput } from '#domain/prompts.ts'
import { EMAIL_MAX, NewUser, PASSWORD_SIZE, USERNAME_SIZE } from '#domain/users.ts'
import { jsonBytesMax } from './json-limit.ts'

/** JSON with escapes and indentation, the longest form. */
const longestJson = (value: unknown) =>
  JSON.stringify(value, null, 4).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const wide = (length: number) => '中'.repeat(length)

const POST = {
  title: wide(POST_LIMITS.title),
  slug: wide(1000),
  excerpt: wide(POST_LIMITS.excerpt),
  content: wide(POST_LIMITS.content),
  status: 'published',
  tags: Array.from({ length: POST_LIMITS.tags }, (_, index) => `${index}${wide(POST_LIMITS.tag - 1)}`),
  metaTitle: wide(POST_LIMITS.metaTitle),
  metaDescription: wide(POST_LIMITS.metaDescription),
  basedOn: '2026-03-14T12:00:00.000Z',
}

const CONTACT = {
  name: wide(CONTACT_LIMITS.name),
  email: `${wide(60)}@${Array.from({ length: 3 }, () => wide(60)).join('.')}`,
  subject: wide(CONTACT_LIMITS.subject),
  message: wide(CONTACT_LIMITS.message),
  reference: '',
}

const PROMPT = {
  name: wide(PROMPT_LIMITS.name),
  description: wide(PROMPT_LIMITS.description),
  systemPrompt: wide(PROMPT_LIMITS.prompt),
  userPromptTemplate: wide(PROMPT_LIMITS.prompt),
  isActive: true,
}

const USER = {
  username: 'a'.repeat(USERNAME_SIZE.max),
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
  password: wide(PASSWORD_SIZE.max),
  role: 'super_admin',
  isActive: true,
}

test.each([
  ['post', PostEdit, POST],
  ['message', ContactInput, CONTACT],
  ['prompt', PromptInput, PROMPT],
  ['user', NewUser, USER],
] as const)('the byte limit allows the longest %s in the longest JSON', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(true)
  const bytes = jsonBytesMax(schema)
  expect(longestJson(value).length).toBeLessThanOrEqual(bytes)
  expect(bytes).toBeLessThan(longestJson(value).length * 1.5 + 40_000)
})

test.each([
  [z.object({ name: z.string().check(z.maxLength(100)) }), 600],
  [z.array(z.string().check(z.maxLength(10))).check(z.maxLength(50)), 3_000],
  [z.union([z.string().check(z.maxLength(EMAIL_MAX)), z.number()]), 1_524],
  [z.enum(['a', 'bc']), 24],
  [z.optional(z.nullable(z.literal('on'))), 24],
])('the byte limit of %# follows from its character limits', (schema, bytes) => {
  expect(jsonBytesMax(schema)).toBeGreaterThanOrEqual(bytes)
  expect(jsonBytesMax(schema)).toBeLessThan(bytes + 6_000)
})

import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { ROLES } from '#domain/users.ts'

const FOLDER = new URL('./', import.meta.url)

const Authored = { author: z.string(), daysAgo: z.number() }

const Posts = z.object({
  ...Authored,
  title: z.string(),
  tags: z.array(z.string()),
  excerpt: z.string(),
  status: z._default(z.enum(['published', 'draft', 'archived']), 'published'),
})

const Users = z.array(
  z.object({
    username: z.string(),
    role: z.enum(ROLES),
    daysAgo: z.number(),
    leftDaysAgo: z.optional(z.number()),
  }),
)

const Messages = z.array(z.object({ subject: z.string(), text: z.string() }))

const Prompts = z.array(
  z.object({
    ...Authored,
    name: z.string(),
    description: z.string(),
    systemPrompt: z.string(),
    userPromptTemplate: z.string(),
  }),
)

const Sites = z.array(
  z.object({
    url: z.string(),
    title: z.nullable(z.string()),
    description: z.nullable(z.string()),
    daysAgo: z.number(),
    autoUpdate: z._default(z.boolean(), false),
    /** Whether the last daily update failed. */
    failing: z._default(z.boolean(), false),
    /** Why the site was never read. */
    unreachable: z.optional(z.string()),
    headings: z.number(),
    words: z.number(),
    /** Best first. */
    keywords: z.array(z.string()),
  }),
)

const Uploads = z.array(
  z.object({ ...Authored, file: z.string(), heads: z.array(z.string()), tails: z.array(z.string()) }),
)

export type Texts = ReturnType<typeof readTexts>

/** A macro, which embeds the files in the executable. Compressed text takes an eighth of the size of an object. */
export const packTexts = (): string =>
  Buffer.from(Bun.gzipSync(Buffer.from(JSON.stringify(readTexts())))).toString('base64')

function readTexts() {
  const yaml = (name: string) => Bun.YAML.parse(readFileSync(new URL(`${name}.yaml`, FOLDER), 'utf8'))
  return {
    users: Users.parse(yaml('users')),
    senders: z.array(z.string()).parse(yaml('senders')),
    messages: Messages.parse(yaml('messages')),
    spam: Messages.parse(yaml('spam')),
    prompts: Prompts.parse(yaml('prompts')),
    sites: Sites.parse(yaml('sites')),
    uploads: Uploads.parse(yaml('uploads')),
    posts: filesIn('posts').map((name) => readPost(readFileSync(new URL(name, FOLDER), 'utf8'))),
    images: filesIn('images').map((name) => ({
      name: name.replace(/^.*\/|\.webp$/g, ''),
      base64: readFileSync(new URL(name, FOLDER)).toString('base64'),
    })),
  }
}

const filesIn = (folder: string) =>
  readdirSync(new URL(folder, FOLDER))
    .sort()
    .map((name) => `${folder}/${name}`)

function readPost(file: string) {
  const [, head = '', content = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  return { ...Posts.parse(Bun.YAML.parse(head)), content: content.trimEnd() }
}

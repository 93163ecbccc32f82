import type { Actor } from '#domain/audit.ts'
import { IMAGES_MB } from '#domain/images.ts'
import type { PostInput } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage } from '#src/images/store.ts'
import { createPost, publishPost, updatePost } from '#src/posts/store.ts'
import { createPrompt } from '#src/prompts/store.ts'
import type { Chance } from './chance.ts'
import { actorNamed } from './people.ts'
import type { Texts } from './texts.ts'
import { type Event, hoursLater, momentOf } from './timeline.ts'

type World = { db: Database; now: Date; chance: Chance; actors: Map<string, Actor> }

/** Posts with their images, and the templates of AI drafts. */
export const writingEvents = ({ posts, prompts, images }: Texts, world: World): Event[] => [
  ...posts.flatMap((post) => postEvents(post, images, world)),
  ...prompts.map(({ author, daysAgo, ...prompt }): Event => {
    const { db, now, chance, actors } = world
    const by = actorNamed(actors, author)
    return {
      at: momentOf(now, daysAgo, chance),
      happen: (at) => createPrompt(db, by, { ...prompt, isActive: true }, at),
    }
  }),
]

function postEvents(
  { author, daysAgo, status, ...words }: Texts['posts'][number],
  images: Texts['images'],
  { db, now, chance, actors }: World,
): Event[] {
  const by = actorNamed(actors, author)
  const editor = actorNamed(actors, chance.pick(['dana', 'tom', 'mia', 'ines']))
  const written = momentOf(now, daysAgo + 1, chance)
  const input: PostInput = { ...words, slug: '', metaTitle: '', metaDescription: '', status: 'draft' }
  let id = 0

  const write = async (at: Date) => {
    for (const { name, base64 } of images) {
      if (!input.content.includes(`(@${name})`)) continue
      const file = readImageFile(Buffer.from(base64, 'base64'))
      const { url } = await createImage(db, by, file, { now: at, totalMb: IMAGES_MB })
      input.content = input.content.replace(`(@${name})`, `(${url})`)
    }
    id = (await createPost(db, by, input, at)).id
  }
  const publish = (at: Date) => publishPost(db, by, id, at)
  const edit = (status: PostInput['status']) => async (at: Date) => {
    const metaDescription = input.excerpt.slice(0, 150)
    await updatePost(db, editor, id, { ...input, metaDescription, status }, at)
  }

  const events: Event[] = [{ at: written, happen: write }]
  if (status === 'draft') return events
  events.push({ at: hoursLater(written, chance.between(2, 10)), happen: publish })
  if (status === 'archived') events.push({ at: hoursLater(written, 24 * 9), happen: edit('archived') })
  else if (daysAgo > 5 && chance.happens(35)) {
    events.push({ at: hoursLater(written, 24 * chance.between(1, 4)), happen: edit('published') })
  }
  return events
}

import { IMAGES_MB } from '#domain/images.ts'
import { PostInput } from '#domain/posts.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage } from '#src/images/store.ts'
import { createPost, publishPost, updatePost } from '#src/posts/store.ts'
import { createPrompt } from '#src/prompts/store.ts'
import type { Texts } from './texts.ts'
import { type DemoContext, daytimeOf, type Event, hoursLater } from './timeline.ts'

export const contentEvents = ({ posts, prompts, images }: Texts, context: DemoContext): Event[] => [
  ...posts.flatMap((post) => postEvents(post, images, context)),
  ...prompts.map(({ author, daysAgo, ...prompt }): Event => {
    const { db, now, random, actorNamed } = context
    const by = actorNamed(author)
    return {
      at: daytimeOf(now, daysAgo, random),
      run: (at) => createPrompt(db, by, { ...prompt, isActive: true }, at),
    }
  }),
]

function postEvents(
  { author, daysAgo, status, ...fields }: Texts['posts'][number],
  images: Texts['images'],
  { db, now, random, actorNamed }: DemoContext,
): Event[] {
  const by = actorNamed(author)
  const editor = actorNamed(random.pick(['dana', 'tom', 'mia', 'ines']))
  const writtenAt = daytimeOf(now, daysAgo + 1, random)
  const input = PostInput.parse(fields)
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

  const events: Event[] = [{ at: writtenAt, run: write }]
  if (status === 'draft') return events
  events.push({ at: hoursLater(writtenAt, random.between(2, 10)), run: publish })
  if (status === 'archived') events.push({ at: hoursLater(writtenAt, 24 * 9), run: edit('archived') })
  else if (daysAgo > 5 && random.happens(35)) {
    events.push({ at: hoursLater(writtenAt, 24 * random.between(1, 4)), run: edit('published') })
  }
  return events
}

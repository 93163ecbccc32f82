import {
  type AdjacentPosts,
  type PublicPost,
  readingMinutesOf,
  type ShownPost,
  wordCountOf,
} from '#domain/posts.ts'
import { socialPicture } from './social-picture.ts'
import { excerptOf } from './text/excerpt.ts'
import { renderText } from './text/render.ts'

export function showPost({ content, ...post }: PublicPost, around: AdjacentPosts): ShownPost {
  const { html, parts } = renderText(content)
  return {
    ...post,
    html,
    parts,
    summary: excerptOf({ excerpt: post.excerpt, content }),
    words: wordCountOf(content),
    readingMinutes: readingMinutesOf(content),
    around,
    picture: socialPicture({ ...post, content }),
  }
}

import { Link } from 'react-router'
import { tagPath } from '#domain/posts.ts'

const LOOK =
  'inline-flex min-h-7 max-w-full items-center rounded-full border border-border px-2.5 text-muted text-sm leading-5 wrap-anywhere'

export function PostTags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => {
        const path = tagPath(tag)
        return (
          <li key={tag} className="flex max-w-full">
            {path === null ? (
              <span className={LOOK}>{tag}</span>
            ) : (
              <Link to={path} className={`${LOOK} hover:border-control hover:text-text`}>
                {tag}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

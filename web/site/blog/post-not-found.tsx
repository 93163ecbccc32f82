import { Link } from 'react-router'
import { Metadata } from '#web/lib/metadata.tsx'
import { buttonLook } from '#web/ui/button.tsx'

const TEXT = "The blog post you're looking for doesn't exist or has been removed."

export function PostNotFound() {
  return (
    <div className="column py-16 sm:py-24">
      <Metadata title="Blog Post Not Found" description={TEXT} />
      <h1>Blog Post Not Found</h1>
      <p className="mt-4 max-w-article text-lg text-muted">{TEXT}</p>
      <p className="mt-8">
        <Link to="/blog" className={buttonLook('primary')}>
          Back to Blog
        </Link>
      </p>
    </div>
  )
}

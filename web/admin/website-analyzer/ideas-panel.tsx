import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { KEYWORD_IDEAS_PATH, type KeywordIdea } from '#domain/keywords.ts'
import { AiGenerateDialog } from '#web/admin/blog/ai-generate-dialog.tsx'
import { useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { REFETCH_ON_OPEN } from './queries.ts'

const STATES: Record<KeywordIdea['state'], { label: string; look: BadgeLook }> = {
  new: { label: 'No post yet', look: 'weak' },
  extend: { label: 'A post could use it', look: 'fair' },
  covered: { label: 'Covered', look: 'good' },
}

const keyOf = ({ keywords: [keyword = ''] }: KeywordIdea) => keyword
const editorOf = (id: number) => `/admin/blog?edit=${id}`

/** Competitors' keywords compared with the published posts. */
export function IdeasPanel() {
  const [idea, setIdea] = useState<KeywordIdea | null>(null)
  const navigate = useNavigate()
  const ideas = useAdminQuery(KEYWORD_IDEAS_PATH, REFETCH_ON_OPEN)
  const columns: Column<KeywordIdea>[] = [
    {
      title: 'Keywords',
      show: (idea) => (
        <>
          <bdi className="wrap-anywhere font-mono">{idea.keywords.join(', ')}</bdi>
          <div className="mt-1 space-y-1">
            <Badge look={STATES[idea.state].look}>{STATES[idea.state].label}</Badge>
            <PostOf idea={idea} />
          </div>
        </>
      ),
    },
    {
      title: 'Traffic',
      isNumber: true,
      width: 5,
      hides: 1,
      show: ({ traffic }) => traffic?.toLocaleString() ?? '–',
    },
    {
      title: 'Draft',
      width: 9,
      show: (idea) => (
        <GuardedButton
          permission="ai.use"
          className="min-h-8! whitespace-nowrap px-3! py-1! text-sm! max-sm:min-h-11!"
          aria-label={`AI Draft about ${keyOf(idea)}`}
          onClick={() => setIdea(idea)}
        >
          AI Draft
        </GuardedButton>
      ),
    },
  ]
  return (
    <>
      <Loaded query={ideas} failure="The ideas could not be loaded" rows={6} height="h-14">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No ideas yet">
              Upload competitors’ keywords in Settings, or analyze a website above.
            </EmptyState>
          ) : (
            <Table caption="Keywords and posts" columns={columns} rows={rows} keyOf={keyOf} />
          )
        }
      </Loaded>
      {idea && (
        <AiGenerateDialog
          keywords={idea.keywords}
          onClose={() => setIdea(null)}
          onEdit={(id) => navigate(editorOf(id))}
        />
      )}
    </>
  )
}

function PostOf({ idea: { post, missing } }: { idea: KeywordIdea }) {
  if (!post) return null
  return (
    <p className="wrap-anywhere">
      <Link to={editorOf(post.id)} className="link">
        <bdi>{post.title}</bdi>
      </Link>
      {missing.length > 0 && (
        <span className="text-muted">
          {' '}
          lacks: <bdi>{missing.join(', ')}</bdi>
        </span>
      )}
    </p>
  )
}

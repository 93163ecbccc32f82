import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Prompt } from '#domain/prompts.ts'
import { callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useCommand } from '#web/admin/shortcuts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

const PATH = '/api/admin/ai-prompts'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; prompt: Prompt } | null

export function PromptsSection() {
  const [open, setOpen] = useState<Open>(null)
  const { data: prompts, error, isPending, isError, refetch } = useAdminQuery(PATH)
  const close = () => setOpen(null)
  useCommand('New Template', () => setOpen({ kind: 'create' }), readDenialReason('prompts.write') === null)
  const remove = useAdminMutation({
    run: ({ id }: Prompt) => callAdmin('DELETE', '/api/admin/ai-prompts/:id', { params: { id } }),
    success: 'AI prompt template deleted successfully',
    failure: 'Failed to delete prompt template',
    refreshes: [[PATH]],
  })

  return (
    <section aria-labelledby="prompts-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="prompts-title" className="text-xl">
          AI Prompt Templates
        </h2>
        <GuardedButton permission="prompts.write" look="primary" onClick={() => setOpen({ kind: 'create' })}>
          <Plus aria-hidden size={18} />
          New Template
        </GuardedButton>
      </div>
      {isPending && <LoadingRows count={2} />}
      {isError && (
        <FailedState message={messageOf(error, 'The templates could not be loaded')} onRetry={refetch} />
      )}
      {prompts?.length === 0 && (
        <EmptyState title="No prompt templates yet">
          A template tells the AI provider how to write a post. {'{{title}}'} in it stands for the post title.
        </EmptyState>
      )}
      <ul className="space-y-3">
        {prompts?.map((prompt) => (
          <li key={prompt.id}>
            <PromptRow
              prompt={prompt}
              onEdit={() => setOpen({ kind: 'edit', prompt })}
              onDelete={() => setOpen({ kind: 'delete', prompt })}
            />
          </li>
        ))}
      </ul>
      {open?.kind === 'create' && <PromptDialog prompt={null} onClose={close} />}
      {open?.kind === 'edit' && <PromptDialog prompt={open.prompt} onClose={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onOpenChange={close}
        title="Delete prompt template"
        text={
          open?.kind === 'delete' &&
          `Are you sure you want to delete the template "${open.prompt.name}"? This action cannot be undone.`
        }
        action="Delete"
        onConfirm={() => open?.kind === 'delete' && remove.mutate(open.prompt)}
      />
    </section>
  )
}

type RowProps = { prompt: Prompt; onEdit: () => void; onDelete: () => void }

function PromptRow({ prompt: { name, description, isActive, createdAt }, onEdit, onDelete }: RowProps) {
  return (
    <article className="flex flex-wrap items-center gap-4 rounded-card border border-border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semibold text-base">
          <span className="mr-2 break-words">{name}</span>
          <Badge look={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </h3>
        {description && <p className="mt-1 break-words text-sm">{description}</p>}
        <p className="mt-1 text-muted text-sm">
          Created <RelativeTime at={createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <GuardedButton permission="prompts.write" onClick={onEdit} aria-label={`Edit ${name}`}>
          <Pencil aria-hidden size={16} /> Edit
        </GuardedButton>
        <GuardedButton
          permission="prompts.write"
          className="hover:border-weak hover:text-weak focus-visible:border-weak focus-visible:text-weak"
          onClick={onDelete}
          aria-label={`Delete ${name}`}
        >
          <Trash2 aria-hidden size={16} /> Delete
        </GuardedButton>
      </div>
    </article>
  )
}

import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { KEYWORDS_PLACEHOLDER, type Prompt, PromptInput, TITLE_PLACEHOLDER } from '#domain/prompts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { askToDelete, useDeletion } from '#web/admin/list/use-deletion.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { useCommand } from '#web/admin/shortcuts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

const PATH = '/api/admin/ai-prompts'

export function PromptsSection() {
  /** 'new', or the template to edit. */
  const [open, setOpen] = useState<Prompt | 'new' | null>(null)
  const query = useAdminQuery(PATH)
  const create = () => setOpen('new')
  useCommand('New Template', create, readDenialReason('prompts.write') === null)
  const remove = useDeletion<Prompt>({
    nouns: ['prompt template', 'prompt templates'],
    permission: 'prompts.write',
    question: ([prompt]) => askToDelete(`the template "${prompt?.name}"`),
    deleteOne: ({ id }) => callAdmin('DELETE', '/api/admin/ai-prompts/:id', { params: { id } }),
    success: () => ({ title: 'AI prompt template deleted successfully' }),
    failure: 'Failed to delete prompt template',
    refreshes: [[PATH]],
  })

  return (
    <SettingsSection
      id="prompts-title"
      title="AI Prompt Templates"
      actions={
        <GuardedButton permission="prompts.write" look="primary" onClick={create}>
          <Plus aria-hidden size={18} />
          New Template
        </GuardedButton>
      }
    >
      <Loaded query={query} failure="The templates could not be loaded" rows={2}>
        {(prompts) =>
          prompts.length === 0 ? (
            <EmptyState title="No prompt templates yet">
              A template tells the AI provider how to write a post. {'{{title}}'} in it stands for the post
              title.
            </EmptyState>
          ) : (
            <ul className="space-y-3">
              {prompts.map((prompt) => (
                <li key={prompt.id}>
                  <PromptRow
                    prompt={prompt}
                    onEdit={() => setOpen(prompt)}
                    onDelete={remove([prompt]).onSelect}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open && <PromptDialog prompt={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </SettingsSection>
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

/** `prompt` is null for a new template. */
function PromptDialog({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const save = useAdminMutation({
    run: (body: PromptInput) =>
      prompt
        ? callAdmin('PUT', '/api/admin/ai-prompts/:id', { params: { id: prompt.id }, body })
        : callAdmin('POST', '/api/admin/ai-prompts', { body }),
    success: prompt ? 'AI prompt template updated successfully' : 'AI prompt template created successfully',
    failure: prompt ? 'Failed to update prompt template' : 'Failed to create prompt template',
    refreshes: [['/api/admin/ai-prompts']],
    onSuccess: onClose,
  })
  const form = useForm({
    initial: {
      name: prompt?.name ?? '',
      description: prompt?.description ?? '',
      systemPrompt: prompt?.systemPrompt ?? '',
      userPromptTemplate: prompt?.userPromptTemplate ?? '',
      isActive: prompt?.isActive ?? true,
    },
    parse: PromptInput.safeParse,
    sending: save,
  })

  return (
    <FormDialog
      form={form}
      action={prompt ? 'Save Changes' : 'Create Template'}
      onClose={onClose}
      title={prompt ? 'Edit Template' : 'New Template'}
      size="wide"
    >
      <TextField label="Template Name" required autoComplete="off" {...form.bind('name')} />
      <SwitchRow label="Active" isOn={form.values.isActive} onChange={(isActive) => form.set({ isActive })} />
      <TextField label="Description" autoComplete="off" {...form.bind('description')} />
      <TextAreaField
        label="System Prompt"
        required
        rows={5}
        hint="The model’s role and writing style."
        {...form.bind('systemPrompt')}
      />
      <TextAreaField
        label="User Prompt Template"
        required
        rows={6}
        hint={`${TITLE_PLACEHOLDER} stands for the post title, ${KEYWORDS_PLACEHOLDER} for the keywords of an idea; without them, both are added as last lines.`}
        {...form.bind('userPromptTemplate')}
      />
    </FormDialog>
  )
}

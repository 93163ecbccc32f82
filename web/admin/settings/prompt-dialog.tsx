import { type FormEvent, useId, useState } from 'react'
import { type Prompt, PromptInput, TITLE_PLACEHOLDER } from '#domain/prompts.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

/** Creates a template, or edits the one given. */
export function PromptDialog({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const formId = useId()
  const [mistake, setMistake] = useState<string | null>(null)
  const [input, setInput] = useState<PromptInput>({
    name: prompt?.name ?? '',
    description: prompt?.description ?? '',
    systemPrompt: prompt?.systemPrompt ?? '',
    userPromptTemplate: prompt?.userPromptTemplate ?? '',
    isActive: prompt?.isActive ?? true,
  })
  const save = useAdminChange({
    run: (body: PromptInput) =>
      prompt
        ? callAdmin('PUT', `/api/admin/ai-prompts/${prompt.id}`, body)
        : callAdmin('POST', '/api/admin/ai-prompts', body),
    success: prompt ? 'AI prompt template updated successfully' : 'AI prompt template created successfully',
    failure: prompt ? 'Failed to update prompt template' : 'Failed to create prompt template',
    refreshes: [['/api/admin', 'ai-prompts']],
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = PromptInput.safeParse(input)
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message ?? 'Please check what you entered')
    setMistake(null)
    save.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      isSticky
      onOpenChange={onClose}
      title={prompt ? 'Edit Template' : 'New Template'}
      size="wide"
      actions={
        <>
          {mistake && (
            <div className="mr-auto min-w-0 flex-1 basis-60">
              <FailureNotice>{mistake}</FailureNotice>
            </div>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {prompt ? 'Save Changes' : 'Create Template'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="space-y-4">
        <TextField
          label="Template Name"
          required
          autoComplete="off"
          value={input.name}
          onChange={(event) => setInput({ ...input, name: event.target.value })}
        />
        <SwitchRow
          label="Active"
          isOn={input.isActive}
          onChange={(isActive) => setInput({ ...input, isActive })}
        />
        <TextField
          label="Description"
          autoComplete="off"
          value={input.description}
          onChange={(event) => setInput({ ...input, description: event.target.value })}
        />
        <TextAreaField
          label="System Prompt"
          required
          rows={5}
          hint="Who the model is and how it writes."
          value={input.systemPrompt}
          onChange={(event) => setInput({ ...input, systemPrompt: event.target.value })}
        />
        <TextAreaField
          label="User Prompt Template"
          required
          rows={6}
          hint={`${TITLE_PLACEHOLDER} stands for the post title; without it, the title is added as the last line.`}
          value={input.userPromptTemplate}
          onChange={(event) => setInput({ ...input, userPromptTemplate: event.target.value })}
        />
      </form>
    </Dialog>
  )
}

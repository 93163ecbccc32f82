import { type FormEvent, useId, useState } from 'react'
import { type Prompt, PromptInput, TITLE_PLACEHOLDER } from '#domain/prompts.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { fieldsOf } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

/** `prompt` is null for a new template. */
export function PromptDialog({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const formId = useId()
  const { form, errors, showErrors, clear } = useFormErrors()
  const [input, setInput] = useState<PromptInput>({
    name: prompt?.name ?? '',
    description: prompt?.description ?? '',
    systemPrompt: prompt?.systemPrompt ?? '',
    userPromptTemplate: prompt?.userPromptTemplate ?? '',
    isActive: prompt?.isActive ?? true,
  })
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

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = PromptInput.safeParse(input)
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    save.mutate(parsed.data, { onError: (error) => showErrors(fieldsOf(error)) })
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {prompt ? 'Save Changes' : 'Create Template'}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit} className="space-y-4">
        <TextField
          label="Template Name"
          name="name"
          error={errors.name}
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
          name="description"
          error={errors.description}
          autoComplete="off"
          value={input.description}
          onChange={(event) => setInput({ ...input, description: event.target.value })}
        />
        <TextAreaField
          label="System Prompt"
          name="systemPrompt"
          error={errors.systemPrompt}
          required
          rows={5}
          hint="The model's role and writing style."
          value={input.systemPrompt}
          onChange={(event) => setInput({ ...input, systemPrompt: event.target.value })}
        />
        <TextAreaField
          label="User Prompt Template"
          name="userPromptTemplate"
          error={errors.userPromptTemplate}
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

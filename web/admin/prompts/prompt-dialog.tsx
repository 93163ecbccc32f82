import { KEYWORDS_PLACEHOLDER, type Prompt, PromptInput, TITLE_PLACEHOLDER } from '#domain/prompts.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

/** `prompt` is null for a new template. */
export function PromptDialog({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
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

import { useMutation } from '@tanstack/react-query'
import { Terminal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sendAdmin } from '#web/admin/client.ts'
import { LockedButton } from '#web/admin/guarded-button.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useCopy } from '#web/admin/use-copy.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { fillPath, writeCurl } from './call-text.ts'
import type { Operation } from './description.ts'
import { makeExample } from './schema-text.ts'

/** Longer responses make the page slow. */
const SHOWN_CHARACTERS = 20_000

type ResponseText = { status: number; text: string }

export function TryOperation({ operation, origin }: { operation: Operation; origin: string }) {
  const { parameters = [], requestBody, method } = operation
  const schema = requestBody?.content['application/json']?.schema
  const takesFile = requestBody !== undefined && !schema
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => (schema ? JSON.stringify(makeExample(schema), null, 2) : ''))
  const [file, setFile] = useState<File | null>(null)
  const call = useMutation({
    mutationFn: () => {
      const sent = takesFile ? file : schema && new Blob([body], { type: 'application/json' })
      return readResponse(sendAdmin(method, fillPath(operation, values), sent ?? undefined))
    },
    networkMode: 'always',
  })

  const copy = useCopy({ title: 'curl command copied' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    call.mutate()
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {parameters.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {parameters.map(({ name, required }) => (
            <TextField
              key={name}
              label={name}
              required={required}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              className="font-mono text-sm"
            />
          ))}
        </div>
      )}
      {schema && (
        <TextAreaField
          label="Body"
          rows={Math.min(16, body.split('\n').length + 1)}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          className="font-mono text-sm"
        />
      )}
      {takesFile && (
        <TextField
          label="File"
          type="file"
          onChange={(event) => setFile(event.target.files?.item(0) ?? null)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <SendButton operation={operation} isPending={call.isPending} />
        <Button look="quiet" onClick={() => copy(writeCurl(origin, operation, { values, body }))}>
          <Terminal aria-hidden size={16} />
          Copy as curl
        </Button>
      </div>
      {call.isError && <FailureNotice>The server did not respond. Please try again.</FailureNotice>}
      {call.data && <ResponseView response={call.data} />}
    </form>
  )
}

function SendButton({ operation, isPending }: { operation: Operation; isPending: boolean }) {
  const permission = operation['x-permission']
  const reason = permission ? readDenialReason(permission) : null
  if (reason !== null) return <LockedButton reason={reason}>Send request</LockedButton>
  return (
    <Button type="submit" disabled={isPending}>
      Send request
    </Button>
  )
}

async function readResponse(sent: Promise<Response>): Promise<ResponseText> {
  try {
    const response = await sent
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, text: error.body }
    throw error
  }
}

function ResponseView({ response: { status, text } }: { response: ResponseText }) {
  const shown = formatJson(text)
  return (
    <section aria-label="Response">
      <p role="status" className="mb-1.5 font-semibold">
        Status {status}
        {shown.length > SHOWN_CHARACTERS && (
          <span className="font-normal text-muted">
            {' '}
            · first {SHOWN_CHARACTERS.toLocaleString()} of {shown.length.toLocaleString()} characters
          </span>
        )}
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-border bg-bg p-3 font-mono"
      >
        {shown.slice(0, SHOWN_CHARACTERS)}
      </pre>
    </section>
  )
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { MESSAGES, SetupInput } from '#domain/users.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { messageOf, NO_RESPONSE, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { ApiError, request } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

const SETUP_PATH = '/api/admin/setup'

export function SetupPage() {
  const setup = useAdminQuery(SETUP_PATH)
  const linkedCode = useLinkedCode()
  return (
    <AuthCard title="Admin Setup" intro="Create the first administrator of this site.">
      {setup.isError && <FailureNotice>{messageOf(setup.error, NO_RESPONSE)}</FailureNotice>}
      {setup.data?.available && <SetupForm needsCode={setup.data.codeRequired} linkedCode={linkedCode} />}
      {setup.data?.available === false && (
        <div className="space-y-4">
          <FailureNotice>Setup has already been completed</FailureNotice>
          <Link to="/admin/login" className={buttonLook('primary')}>
            Sign In
          </Link>
        </div>
      )}
    </AuthCard>
  )
}

/** The code in the printed link; removed from the URL at once, so that no history keeps it. */
function useLinkedCode(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const linked = /^#code=([0-9a-f]{1,64})$/i.exec(hash)?.[1]
  useEffect(() => {
    if (linked === undefined) return
    setCode(linked)
    navigate(pathname, { replace: true })
  }, [linked, pathname, navigate])
  return linked ?? code
}

type SetupFormProps = { needsCode: boolean; linkedCode: string }

function SetupForm({ needsCode, linkedCode }: SetupFormProps) {
  const navigate = useNavigate()
  const showToast = useToast()
  const [input, setInput] = useState({ username: '', email: '', password: '', confirmation: '' })
  const [typedCode, setTypedCode] = useState<string | null>(null)
  const code = typedCode ?? linkedCode
  const [failure, setFailure] = useState<string | null>(null)
  const { form, errors, showErrors, clear } = useFormErrors()

  const create = useMutation({
    mutationFn: (account: SetupInput) => request('POST', '/api/admin/setup', { body: account }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [SETUP_PATH] })
      showToast({
        title: 'Setup Complete',
        description: 'First admin user created successfully. You can now login.',
      })
      navigate('/admin/login')
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) showErrors(fields)
      else setFailure(messageOf(error, 'Setup failed'))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { confirmation, ...account } = input
    const parsed = SetupInput.safeParse(needsCode || code !== '' ? { ...account, code } : account)
    const found = parsed.success ? {} : fieldErrors(parsed.error)
    const missing = Object.entries(found).filter(([, message]) => message === MESSAGES.missingSetup)
    setFailure(null)
    if (missing.length > 0) return showErrors(Object.fromEntries(missing))
    if (account.password !== confirmation) return showErrors({ confirmation: MESSAGES.mismatch })
    if (!parsed.success) return showErrors(found)
    clear()
    create.mutate(parsed.data)
  }

  const bind = (name: keyof typeof input) => ({
    name,
    error: errors[name],
    value: input[name],
    onChange: (event: { target: { value: string } }) => setInput({ ...input, [name]: event.target.value }),
  })

  return (
    <form {...form} onSubmit={submit} className="space-y-4">
      {failure && <FailureNotice>{failure}</FailureNotice>}
      {needsCode && (
        <TextField
          label="Setup code"
          name="code"
          error={errors.code}
          hint={
            code !== '' && code === linkedCode
              ? 'Taken from the link that the server printed.'
              : 'Open the link that the server printed when it started, or enter the code at the end of that link. It proves that this server is yours.'
          }
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={code}
          onChange={(event) => setTypedCode(event.target.value)}
        />
      )}
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('username')}
      />
      <TextField label="Email" type="email" autoComplete="email" {...bind('email')} />
      <NewPasswordField
        label="Password"
        name="password"
        error={errors.password}
        known={[input.username, input.email]}
        value={input.password}
        onChange={(password) => setInput({ ...input, password })}
        onGenerate={(password) => setInput({ ...input, password, confirmation: password })}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        {...bind('confirmation')}
      />
      <Button type="submit" look="primary" className="w-full" disabled={create.isPending}>
        Create Admin Account
      </Button>
    </form>
  )
}

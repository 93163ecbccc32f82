import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { type LoginAnswer, LoginInput, type SetupState } from '#domain/users.ts'
import { messageOf, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { readDevice } from '#web/admin/device.ts'
import { EntryCard } from '#web/admin/entry-card.tsx'
import { startSession, takePlace, useToken } from '#web/admin/session.ts'
import { request } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

export function LoginPage() {
  const navigate = useNavigate()
  const showToast = useToast()
  const token = useToken()
  const [input, setInput] = useState({ username: '', password: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const { form, errors, complain, clear } = useFormErrors()
  const setup = useAdminQuery<SetupState>(['/api/admin', 'setup'])

  const signIn = useMutation({
    mutationFn: (login: LoginInput) =>
      request<LoginAnswer>('POST', '/api/admin/login', { ...login, device: readDevice() }),
    onSuccess: (answer) => {
      queryClient.clear()
      if (!startSession(answer)) {
        setFailure(
          'This browser does not keep site data, so you cannot stay signed in. Please allow it and try again.',
        )
        return
      }
      showToast({ title: 'Login Successful', description: `Welcome back, ${answer.admin.username}!` })
      navigate(takePlace(), { replace: true })
    },
    onError: (error) => setFailure(messageOf(error, 'Login failed')),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const login = LoginInput.safeParse(input)
    setFailure(null)
    if (!login.success) return complain(fieldErrors(login.error))
    clear()
    signIn.mutate(login.data)
  }

  if (token && signIn.isIdle) return <Navigate to={takePlace()} replace />
  return (
    <EntryCard title="Admin Sign In" intro="For the people who look after this site.">
      <form {...form} onSubmit={submit} className="space-y-4">
        {failure && <FailureNotice>{failure}</FailureNotice>}
        <TextField
          label="Username"
          name="username"
          error={errors.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={input.username}
          onChange={(event) => setInput({ ...input, username: event.target.value })}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          error={errors.password}
          autoComplete="current-password"
          value={input.password}
          onChange={(event) => setInput({ ...input, password: event.target.value })}
        />
        <Button type="submit" look="primary" className="w-full" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      {setup.data?.available && (
        <p className="mt-6 text-muted text-sm">
          This site has no administrator yet.{' '}
          <Link to="/admin/setup" className="link">
            Create the first one
          </Link>
        </p>
      )}
    </EntryCard>
  )
}

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { Assertion } from '#domain/passkeys.ts'
import { LoginInput, type LoginResponse } from '#domain/users.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { messageOf, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { readDeviceSecret } from '#web/admin/device-secret.ts'
import { PasskeyButton } from '#web/admin/passkeys/passkey-button.tsx'
import { signWithPasskey } from '#web/admin/passkeys/webauthn.ts'
import { startSession, takeReturnPath, useToken } from '#web/admin/session.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

async function requestAssertion(): Promise<Assertion> {
  return signWithPasskey(await request('POST', '/api/admin/login/passkey/options'))
}

const sendAssertion = (credential: Assertion): Promise<LoginResponse> =>
  request('POST', '/api/admin/login/passkey', { body: { credential, device: readDeviceSecret() } })

export function LoginPage() {
  const navigate = useNavigate()
  const showToast = useToast()
  const token = useToken()
  const [input, setInput] = useState({ username: '', password: '' })
  /** Null until the server asks for a code. */
  const [code, setCode] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { form, errors, showErrors, clear } = useFormErrors()
  const setup = useAdminQuery('/api/admin/setup')

  const signIn = useMutation({
    mutationFn: async (login: LoginInput | { passkey: Assertion | null }) =>
      'passkey' in login
        ? sendAssertion(login.passkey ?? (await requestAssertion()))
        : request('POST', '/api/admin/login', { body: { ...login, device: readDeviceSecret() } }),
    onSuccess: (session) => {
      queryClient.clear()
      if (!startSession(session)) {
        setFailure(
          'This browser doesn’t store site data, so you can’t stay signed in. Please allow site data and try again.',
        )
        return
      }
      showToast({ title: 'Login Successful', description: `Welcome back, ${session.admin.username}!` })
      navigate(takeReturnPath(), { replace: true })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'second_step_needed') setCode('')
      else setFailure(messageOf(error, 'Login failed'))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const login = LoginInput.safeParse(code === null ? input : { ...input, code })
    setFailure(null)
    if (!login.success) return showErrors(fieldErrors(login.error))
    clear()
    signIn.mutate(login.data)
  }

  const signInByPasskey = () => {
    setFailure(null)
    clear()
    signIn.mutate({ passkey: null })
  }
  const { mutate: sendLogin } = signIn
  usePasskeyAutofill((passkey) => sendLogin({ passkey }))

  if (token && signIn.isIdle) return <Navigate to={takeReturnPath()} replace />
  return (
    <AuthCard title="Admin Sign In" intro="For the people who look after this site.">
      <form {...form} onSubmit={submit} className="space-y-4">
        {failure && <FailureNotice>{failure}</FailureNotice>}
        <TextField
          label="Username"
          name="username"
          error={errors.username}
          autoComplete="username webauthn"
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
        {code !== null && (
          <TextField
            label="Code"
            name="code"
            autoFocus
            hint="The six digits from your authenticator app, or a recovery code."
            error={errors.code}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className="font-mono"
          />
        )}
        <Button type="submit" look="primary" className="w-full" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <PasskeyButton
        className="mt-3 w-full"
        label="Use a passkey"
        isBusy={signIn.isPending}
        onPress={signInByPasskey}
      />
      {setup.data?.available && (
        <p className="mt-6 text-muted text-sm">
          This site has no administrator yet.{' '}
          <Link to="/admin/setup" className="link">
            Create the first one
          </Link>
        </p>
      )}
    </AuthCard>
  )
}

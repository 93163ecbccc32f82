import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { Assertion } from '#domain/passkeys.ts'
import { DEVICE_SECRET, LoginInput, type LoginResponse } from '#domain/users.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { queryClient, useAdminQuery } from '#web/admin/client.ts'
import { FormFailure, useForm } from '#web/admin/form.tsx'
import { SignedInPages } from '#web/admin/lazy-signed-in-pages.ts'
import { PasskeyButton } from '#web/admin/passkeys/passkey-button.tsx'
import { signWithPasskey } from '#web/admin/passkeys/webauthn.ts'
import { startSession, takeReturnPath, useToken } from '#web/admin/session.ts'
import { ShownError } from '#web/admin/shown-error.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import { Button } from '#web/ui/button.tsx'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

const NO_STORAGE =
  'This browser doesn’t store site data, so you can’t stay signed in. Please allow site data and try again.'

async function requestAssertion(): Promise<Assertion> {
  return signWithPasskey(await request('POST', '/api/admin/login/passkey/options'))
}

const sendAssertion = (credential: Assertion): Promise<LoginResponse> =>
  request('POST', '/api/admin/login/passkey', { body: { credential, device: readDeviceSecret() } })

export function LoginPage() {
  const navigate = useNavigate()
  const showToast = useToast()
  const token = useToken()
  const [needsCode, setNeedsCode] = useState(false)
  const setup = useAdminQuery('/api/admin/setup')

  usePrefetch(SignedInPages.preload)

  const signIn = useMutation({
    mutationFn: async (login: LoginInput | { passkey: Assertion | null }) => {
      void SignedInPages.preload()
      const session =
        'passkey' in login
          ? await sendAssertion(login.passkey ?? (await requestAssertion()))
          : await request('POST', '/api/admin/login', { body: { ...login, device: readDeviceSecret() } })
      queryClient.clear()
      if (!startSession(session)) throw new ShownError(NO_STORAGE)
      return session
    },
    onSuccess: ({ admin }) => {
      showToast({ title: 'Login Successful', description: `Welcome back, ${admin.username}!` })
      navigate(takeReturnPath(), { replace: true })
    },
    onError: (error) => {
      if (isCodeNeeded(error)) setNeedsCode(true)
    },
  })
  const form = useForm({
    initial: { username: '', password: '', code: '' },
    parse: (values) => {
      const { code: _, ...login } = values
      return LoginInput.safeParse(needsCode ? values : login)
    },
    sending: signIn,
  })

  const signInByPasskey = () => {
    form.clear()
    signIn.mutate({ passkey: null })
  }
  const { mutate: sendLogin } = signIn
  usePasskeyAutofill((passkey) => sendLogin({ passkey }))

  if (token && signIn.isIdle) return <Navigate to={takeReturnPath()} replace />
  return (
    <AuthCard title="Admin Sign In" intro="For the people who look after this site.">
      <form {...form.props} className="space-y-4">
        <FormFailure error={isCodeNeeded(signIn.error) ? null : signIn.error} fallback="Login failed" />
        <TextField
          label="Username"
          autoComplete="username webauthn"
          {...AS_TYPED}
          {...form.bind('username')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          {...form.bind('password')}
        />
        {needsCode && (
          <TextField
            label="Code"
            autoFocus
            hint="The six digits from your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            {...AS_TYPED}
            {...form.bind('code')}
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

const isCodeNeeded = (error: Error | null) => error instanceof ApiError && error.code === 'second_step_needed'

const KEY = 'adminDevice'
const BYTES = 32

/**
 * A random secret that lets the server recognize this browser during sign-in floods. Survives signing out; grants no
 * access. Undefined without storage.
 */
function readDeviceSecret(): string | undefined {
  const stored = readStored(KEY)
  if (stored !== null && DEVICE_SECRET.test(stored)) return stored
  const created = encode(crypto.getRandomValues(new Uint8Array(BYTES)))
  return writeStored(KEY, created) ? created : undefined
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

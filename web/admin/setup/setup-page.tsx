import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { MESSAGES, SetupInput } from '#domain/users.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { messageOf, NO_RESPONSE, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { FormFailure, refuse, useForm } from '#web/admin/form.tsx'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { useSecretInUrl } from '#web/admin/use-secret-in-url.ts'
import { request } from '#web/lib/api.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

const SETUP_PATH = '/api/admin/setup'

export function SetupPage() {
  const setup = useAdminQuery(SETUP_PATH)
  const linkedCode = useSecretInUrl(/^#code=([0-9a-f]{1,64})$/i) ?? ''
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

type SetupFormProps = { needsCode: boolean; linkedCode: string }

/** `code` is null until it is typed. */
type Values = { username: string; email: string; password: string; confirmation: string; code: string | null }

function SetupForm({ needsCode, linkedCode }: SetupFormProps) {
  const navigate = useNavigate()
  const showToast = useToast()
  const create = useMutation({
    mutationFn: (account: SetupInput) => request('POST', SETUP_PATH, { body: account }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [SETUP_PATH] })
      showToast({
        title: 'Setup Complete',
        description: 'First admin user created successfully. You can now login.',
      })
      navigate('/admin/login')
    },
  })
  const form = useForm<Values, SetupInput>({
    initial: { username: '', email: '', password: '', confirmation: '', code: null },
    parse: ({ confirmation, code: typed, ...account }) => {
      const code = typed ?? linkedCode
      const parsed = SetupInput.safeParse(needsCode || code !== '' ? { ...account, code } : account)
      const issues = parsed.error?.issues ?? []
      const missing = issues.filter(({ message }) => message === MESSAGES.missingSetup)
      if (missing.length > 0) return { success: false, error: { issues: missing } }
      return account.password === confirmation ? parsed : refuse('confirmation', MESSAGES.mismatch)
    },
    sending: create,
  })
  const { username, email } = form.values
  const code = form.values.code ?? linkedCode

  return (
    <form {...form.props} className="space-y-4">
      <FormFailure error={create.error} fallback="Setup failed" />
      {needsCode && (
        <TextField
          label="Setup code"
          hint={
            code !== '' && code === linkedCode
              ? 'Taken from the link that the server printed.'
              : 'Open the link that the server printed when it started, or enter the code at the end of that link. It proves that this server is yours.'
          }
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          {...form.bind('code')}
          value={code}
        />
      )}
      <TextField label="Username" autoComplete="username" {...AS_TYPED} {...form.bind('username')} />
      <TextField label="Email" type="email" autoComplete="email" {...form.bind('email')} />
      <NewPasswordField
        label="Password"
        known={[username, email]}
        {...form.bind('password')}
        onGenerate={(confirmation) => form.set({ confirmation })}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        {...form.bind('confirmation')}
      />
      <Button type="submit" look="primary" className="w-full" disabled={form.isPending}>
        Create Admin Account
      </Button>
    </form>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { describeRecentPasskeys, type PasswordSet } from '#domain/accounts.ts'
import { MESSAGES, PasswordChange } from '#domain/users.ts'
import { ACCOUNT_PATH } from '#web/admin/account/query-keys.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { callAdmin, messageOf, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { FormFailure, refuse, useForm } from '#web/admin/form.tsx'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { endSession, readUser, useToken } from '#web/admin/session.ts'
import { useSecretInUrl } from '#web/admin/use-secret-in-url.ts'
import { request } from '#web/lib/api.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

const LINK_PATH = '/api/admin/password-link'

/** Sets a new password, through a one-time link or in place of one that another administrator set. */
export function NewPasswordPage() {
  const link = useSecretInUrl(/^#([\w-]{1,100})$/)
  return (
    <AuthCard title="New Password" intro="Choose a password that only you know.">
      {link === null ? <FormForUser /> : <FormForLink link={link} />}
    </AuthCard>
  )
}

function FormForLink({ link }: { link: string }) {
  const owner = useQuery({
    queryKey: ['password link', link],
    queryFn: () => request('POST', `${LINK_PATH}/check`, { body: { link } }),
    gcTime: 0,
  })
  if (owner.isPending) return <LoadingRows count={2} />
  if (owner.isError) return <LinkFailure message={messageOf(owner.error, 'The link could not be checked')} />
  return (
    <PasswordForm
      username={owner.data.username}
      save={(body) => request('POST', LINK_PATH, { body: { ...body, link } })}
    />
  )
}

/** For a user whose current password was set by another administrator. */
function FormForUser() {
  const { id, username } = readUser()
  const token = useToken()
  if (!token || id === undefined)
    return <LinkFailure message="This link is incomplete. Please ask for a new one." />
  return <FormForSession id={id} username={username ?? ''} />
}

function FormForSession({ id, username }: { id: number; username: string }) {
  const account = useAdminQuery(ACCOUNT_PATH)
  if (account.isPending) return <LoadingRows count={2} />
  if (account.isError)
    return <LinkFailure message={messageOf(account.error, 'Your account could not be read')} />
  return (
    <PasswordForm
      username={username}
      needsCurrent={account.data.isByPasskey}
      save={(body) => callAdmin('POST', '/api/admin/users/:id/reset-password', { params: { id }, body })}
    />
  )
}

function LinkFailure({ message }: { message: string }) {
  return (
    <div className="space-y-4">
      <FailureNotice>{message}</FailureNotice>
      <Link to="/admin/login" className={buttonLook('primary')}>
        Sign In
      </Link>
    </div>
  )
}

type FormProps = {
  username: string
  /** The user signed in by passkey. */
  needsCurrent?: boolean
  save: (body: PasswordChange) => Promise<PasswordSet>
}

function PasswordForm({ username, needsCurrent = false, save }: FormProps) {
  const navigate = useNavigate()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: save,
    onSuccess: (recentPasskeys) => {
      // The server has ended all of the user's sessions.
      endSession()
      queryClient.clear()
      showToast({
        title: 'Password changed',
        description: ['You can now sign in with it.', ...describeRecentPasskeys(recentPasskeys)].join(' '),
      })
      navigate('/admin/login', { replace: true })
    },
  })
  const form = useForm({
    initial: { currentPassword: '', password: '', confirmation: '' },
    parse: (values) => {
      const { currentPassword, ...chosen } = values
      if (needsCurrent && currentPassword === '')
        return refuse('currentPassword', MESSAGES.missingCurrentPassword)
      const parsed = PasswordChange.safeParse(needsCurrent ? values : chosen)
      const isMismatch = parsed.success && values.password !== values.confirmation
      return isMismatch ? refuse('confirmation', MESSAGES.mismatch) : parsed
    },
    sending: change,
  })

  return (
    <form {...form.props} className="space-y-4">
      <FormFailure error={change.error} fallback="The password could not be changed" />
      <TextField label="Username" autoComplete="username" value={username} readOnly />
      {needsCurrent && (
        <TextField
          label="Current Password"
          hint="The one you were given."
          type="password"
          autoComplete="current-password"
          {...form.bind('currentPassword')}
        />
      )}
      <NewPasswordField
        label="New password"
        known={[username]}
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
        {form.isPending ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}

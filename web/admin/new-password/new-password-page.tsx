import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { describeRecentPasskeys, type PasswordSet } from '#domain/accounts.ts'
import { MESSAGES, PasswordChange } from '#domain/users.ts'
import { ACCOUNT_PATH } from '#web/admin/account/query-keys.ts'
import { AuthCard } from '#web/admin/auth-card.tsx'
import { callAdmin, messageOf, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { endSession, readUser, useToken } from '#web/admin/session.ts'
import { fieldsOf, request } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

const LINK_PATH = '/api/admin/password-link'

/** Sets a new password, through a one-time link or in place of one that another administrator set. */
export function NewPasswordPage() {
  const link = useLinkSecret()
  return (
    <AuthCard title="New Password" intro="Choose a password that only you know.">
      {link === null ? <FormForUser /> : <FormForLink link={link} />}
    </AuthCard>
  )
}

/** The secret in the URL fragment; removed from the URL at once, so that no history keeps it. */
function useLinkSecret(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState<string | null>(null)
  const linked = /^#([\w-]{1,100})$/.exec(hash)?.[1] ?? null
  useEffect(() => {
    if (linked === null) return
    setLink(linked)
    navigate(pathname, { replace: true })
  }, [linked, pathname, navigate])
  return linked ?? link
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
  const [input, setInput] = useState({ currentPassword: '', password: '', confirmation: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const { form, errors, showErrors, clear } = useFormErrors()
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
    onError: (error) => {
      const fields = fieldsOf(error)
      if (Object.keys(fields).length > 0) showErrors(fields)
      else setFailure(messageOf(error, 'The password could not be changed'))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { currentPassword, ...chosen } = input
    const parsed = PasswordChange.safeParse(needsCurrent ? input : chosen)
    setFailure(null)
    if (needsCurrent && currentPassword === '')
      return showErrors({ currentPassword: MESSAGES.missingCurrentPassword })
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    if (input.password !== input.confirmation) return showErrors({ confirmation: MESSAGES.mismatch })
    clear()
    change.mutate(parsed.data)
  }

  return (
    <form {...form} onSubmit={submit} className="space-y-4">
      {failure && <FailureNotice>{failure}</FailureNotice>}
      <TextField label="Username" autoComplete="username" value={username} readOnly />
      {needsCurrent && (
        <TextField
          label="Current Password"
          hint="The one you were given."
          name="currentPassword"
          error={errors.currentPassword}
          type="password"
          autoComplete="current-password"
          value={input.currentPassword}
          onChange={(event) => setInput({ ...input, currentPassword: event.target.value })}
        />
      )}
      <NewPasswordField
        label="New Password"
        name="password"
        error={errors.password}
        known={[username]}
        value={input.password}
        onChange={(password) => setInput({ ...input, password })}
        onGenerate={(password) => setInput({ ...input, password, confirmation: password })}
      />
      <TextField
        label="Confirm Password"
        name="confirmation"
        error={errors.confirmation}
        type="password"
        autoComplete="new-password"
        value={input.confirmation}
        onChange={(event) => setInput({ ...input, confirmation: event.target.value })}
      />
      <Button type="submit" look="primary" className="w-full" disabled={change.isPending}>
        {change.isPending ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}

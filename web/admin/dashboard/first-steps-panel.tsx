import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { FIRST_STEPS_PATH, type FirstSteps, type StepName } from '#domain/configuration.ts'
import { ACCOUNT_PAGE } from '#web/admin/account/query-keys.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { SmallButton } from '#web/admin/small-button.tsx'
import { Panel } from './panel.tsx'

type Text = { title: string; why: string; link?: { to: string; label: string } }

const TEXTS: Record<StepName, Text> = {
  setup: {
    title: 'Confirm the first administrator',
    why: 'The account was created without the setup code: the notice above says whose it is.',
  },
  address: {
    title: 'Public address',
    why: 'Without it, links use the host that each request names, which its sender can choose.',
  },
  branding: { title: 'Name and logo', why: 'Titles, icons and link previews show them.' },
  secondStep: {
    title: 'Passkey or second step',
    why: 'A stolen password is then not enough to sign in as you.',
    link: { to: ACCOUNT_PAGE, label: 'Your account' },
  },
  notices: {
    title: 'Notices',
    why: 'An email or a webhook reports new messages, failed backups and sign-ins from new browsers.',
  },
  backup: {
    title: 'First backup',
    why: 'The server makes one every night, unless its database is on another server.',
    link: { to: '/admin/dashboard?tab=backups', label: 'Backups' },
  },
  retention: {
    title: 'Retention of messages',
    why: 'Until it is set, messages stay until someone deletes them.',
  },
  operator: {
    title: 'Who runs the site',
    why: 'With it, the privacy policy says about the contact form what Article 13 of the GDPR requires.',
  },
}

type Step = FirstSteps['steps'][number]

const byDoneLast = (a: Step, b: Step) => Number(a.isDone) - Number(b.isDone)

/** What is left to do after setup; nothing once it is done or dismissed. */
export function FirstStepsPanel({ firstSteps: { isDismissed, steps } }: { firstSteps: FirstSteps }) {
  const dismiss = useAdminMutation({
    run: () => callAdmin('POST', `${FIRST_STEPS_PATH}/dismiss`),
    success: 'First steps dismissed',
    failure: 'The first steps could not be dismissed',
    refreshes: [[FIRST_STEPS_PATH]],
  })
  const done = steps.filter(({ isDone }) => isDone)
  if (isDismissed || done.length === steps.length) return null
  return (
    <Panel
      title={`First steps: ${done.length} of ${steps.length} done`}
      all={{ to: '/admin/settings#configuration-title', label: 'Configuration' }}
      className="lg:col-span-3"
    >
      <ul className="grid gap-x-8 gap-y-4 p-4 md:grid-cols-2">
        {steps.toSorted(byDoneLast).map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t px-4 py-2.5 text-muted text-sm">
        <SmallButton disabled={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
          Dismiss
        </SmallButton>
        Hides this from all administrators.
      </p>
    </Panel>
  )
}

function StepItem({ step: { name, isDone, settings } }: { step: Step }) {
  const { title, why, link } = TEXTS[name]
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-w-0 gap-2.5 text-sm">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        size={20}
        className={`shrink-0 ${isDone ? 'text-good' : 'text-muted'}`}
      />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {!isDone && (
          <p className="text-muted">
            {why} {link ? <StepLink {...link} /> : <StepSettings settings={settings} />}
          </p>
        )}
      </div>
    </li>
  )
}

function StepLink({ to, label }: { to: string; label: string }) {
  const isDenied = to.endsWith('backups') && readDenialReason('backups.manage') !== null
  return isDenied ? null : (
    <Link to={to} className="link">
      {label}
    </Link>
  )
}

function StepSettings({ settings }: Pick<Step, 'settings'>) {
  return (
    <>
      Set{' '}
      {settings.map(({ env }, index) => (
        <span key={env}>
          {index > 0 && ', '}
          <code className="wrap-anywhere text-text">{env}</code>
        </span>
      ))}
      : see {settings[0]?.doc}.
    </>
  )
}

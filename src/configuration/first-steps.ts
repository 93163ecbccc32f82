import { eq } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { type FirstSteps, STEPS, type StepName } from '#domain/configuration.ts'
import { recordAudit } from '#src/audit/store.ts'
import { DEFAULT_SITE_NAME } from '#src/config.ts'
import type { Database } from '#src/db/database.ts'
import { auditEntries, passkeys, serverFacts } from '#src/db/schema.ts'
import type { Deps } from '#src/deps.ts'
import { isAppConfirmed } from '#src/second-step/requirement.ts'
import { changeAs } from '#src/sessions/still-may.ts'
import { findUnconfirmed } from '#src/users/unconfirmed-setup.ts'
import { describeSettings } from './settings-in-force.ts'

const DISMISSED = 'first_steps_dismissed'
const isDismissal = eq(serverFacts.name, DISMISSED)

const SETTINGS_OF: Record<StepName, readonly string[]> = {
  setup: ['SETUP_CODE'],
  address: ['SITE_URL'],
  branding: ['SITE_NAME', 'LOGO_FILE'],
  secondStep: ['REQUIRE_SECOND_STEP'],
  notices: ['NOTIFY_EMAIL', 'SMTP_URL', 'WEBHOOK_URL'],
  backup: ['BACKUP_KEEP'],
  retention: ['CONTACT_KEEP_DAYS'],
  operator: ['OPERATOR', 'OPERATOR_CONTACT'],
}

/** `userId` is whose second step counts. */
export async function readFirstSteps(
  { db, config, backups, notices }: Pick<Deps, 'db' | 'config' | 'backups' | 'notices'>,
  userId: number,
): Promise<FirstSteps> {
  const [dismissals, unconfirmed, ownPasskeys, hasApp, channels, hasBackup] = await Promise.all([
    db.$count(serverFacts, isDismissal),
    findUnconfirmed(db),
    db.$count(passkeys, eq(passkeys.userId, userId)),
    isAppConfirmed(db, userId),
    notices.state(),
    backups.list().some(({ status }) => status === 'done') || wasBackupMade(db),
  ])
  const isDone: Record<StepName, boolean> = {
    setup: unconfirmed === null,
    address: config.siteUrl !== undefined,
    branding: config.siteName !== DEFAULT_SITE_NAME && config.logoFile !== undefined,
    secondStep: ownPasskeys > 0 || hasApp,
    notices: channels.some(({ failure }) => failure === null),
    backup: hasBackup,
    retention: config.contactKeepDays !== undefined,
    operator: config.operatorContact !== undefined,
  }
  const settings = describeSettings(config)
  return {
    isDismissed: dismissals > 0,
    steps: STEPS.map((name) => ({
      name,
      isDone: isDone[name],
      settings: settings
        .filter(({ env }) => SETTINGS_OF[name].includes(env))
        .map(({ env, doc }) => ({ env, doc })),
    })),
  }
}

/** By the command line, to a place that the server doesn't know. */
async function wasBackupMade(db: Database): Promise<boolean> {
  const made = eq(auditEntries.action, 'backup_made')
  return (await db.select({ id: auditEntries.id }).from(auditEntries).where(made).limit(1)).length > 0
}

/** For all administrators. Throws AppError unauthorized if `by` lost their access meanwhile. */
export const dismissFirstSteps = (db: Database, by: Actor, now: Date): Promise<void> =>
  changeAs(db, by, 'configuration.manage', async (tx) => {
    if ((await tx.$count(serverFacts, isDismissal)) > 0) return
    await tx.insert(serverFacts).values({ name: DISMISSED, notedAt: now.toISOString() })
    await recordAudit(tx, by, { action: 'first_steps_dismissed' }, now)
  })

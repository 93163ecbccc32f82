import type { CustomPage, WordListLink } from '#domain/site.ts'
import type { Analyzer } from './analyses/analyzer.ts'
import type { Refusals } from './audit/refusals.ts'
import type { Backups } from './backups/backups.ts'
import type { BreachRelay } from './breaches/relay.ts'
import type { Config } from './config.ts'
import type { KeyedDatabase } from './db/keyed-database.ts'
import type { ChatModel } from './lib/chat-model.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices/notices.ts'
import type { SharedLimits } from './rate-limits/shared-limits.ts'
import type { Branding } from './site/branding.ts'
import type { SiteBuild } from './site/build.ts'
import type { RenderCard } from './site/icons/card-thread.ts'
import type { PublicFolder } from './site/public-folder.ts'
import type { Render } from './site/render-text.ts'
import type { Counter } from './statistics/counter.ts'
import type { Passwords } from './users/passwords.ts'

/** What the services need from outside: database, clock, log and files. */
export type Surroundings = {
  /** Demo: sample data, deleted on shutdown. */
  isDemo: boolean
  db: KeyedDatabase
  now: () => Date
  log: Log
  build: SiteBuild
  branding: Branding
  adHtml: string | null
  /** The operator's static files. */
  publicFolder: PublicFolder | null
  customPages: readonly CustomPage[]
  wordList: WordListLink | null
}

export type Deps = Surroundings & {
  config: Config
  metrics: Metrics
  counter: Counter
  passwords: Passwords
  chatModel: ChatModel
  breachRelay: BreachRelay
  analyzer: Analyzer
  backups: Backups
  refusals: Refusals
  /** Writes new audit entries to the log. */
  logAuditLines: () => Promise<void>
  sharedLimits: SharedLimits
  notices: Notices
  render: Render
  renderCard: RenderCard
}

import type { OwnPage } from '#domain/site.ts'
import type { Analyzer } from './analyses/analyzer.ts'
import type { Refusals } from './audit/refusals.ts'
import type { Backups } from './backups/backups.ts'
import type { BreachRelay } from './breaches/relay.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { ChatModel } from './lib/chat-model.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices/notices.ts'
import type { SiteBuild } from './site/build.ts'
import type { Drawing } from './site/drawing-job.ts'
import type { DrawCard } from './site/icons/card-thread.ts'
import type { Look } from './site/look.ts'
import type { PublicFolder } from './site/public-folder.ts'
import type { Counter } from './statistics/counter.ts'
import type { Passwords } from './users/passwords.ts'

/** All that the app needs from outside itself. */
export type Deps = {
  config: Config
  /** Whether all data is made up and deleted when the server stops. */
  isDemo: boolean
  db: Database
  now: () => Date
  log: Log
  metrics: Metrics
  build: SiteBuild
  look: Look
  counter: Counter
  /** The operator's HTML for the ad place, if any. */
  adHtml: string | null
  /** The operator's own files, if any. */
  publicFolder: PublicFolder | null
  /** The operator's own pages. */
  ownPages: readonly OwnPage[]
  passwords: Passwords
  chatModel: ChatModel
  breachRelay: BreachRelay
  analyzer: Analyzer
  backups: Backups
  refusals: Refusals
  notices: Notices
  /** Draws pages and posts as HTML. */
  draw: Drawing
  /** Draws the pictures of posts in link previews. */
  drawCard: DrawCard
}

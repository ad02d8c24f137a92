import type { Build } from './build.ts'
import type { SiteRecord } from './record.ts'

export interface PublishResult {
  id: string
  /** Files that were written. */
  sent: number
}

export interface RollbackResult extends PublishResult {
  /** The build that was live before, if it is known. */
  from: string | null
  /** Nothing was left to do. */
  wasLive: boolean
}

export interface TakeDownResult {
  /** Every file that goes. In a folder, a build with everything in it is one. */
  keys: string[]
  /** What lies beside the site and was not published: it stays. */
  others: string[]
}

export interface PruneResult {
  /** Ids of the builds that go. */
  builds: string[]
  /** Every file that goes. */
  keys: string[]
}

export interface SiteStatus {
  record: SiteRecord | undefined
  /** Who publishes at the moment, and until when at the latest. */
  lockedBy: string | undefined
}

/** One site at the place where it is served. */
export interface SiteTarget {
  publish: (build: Build) => Promise<PublishResult>
  /** Puts an earlier build back, the one before if none is named; needs no `dist`. What is live already is left alone unless `force`. */
  rollback: (to: string | undefined, force?: boolean) => Promise<RollbackResult>
  /** Removes everything that was published. Without `isMeant` only tells what would go. */
  takeDown: (isMeant: boolean) => Promise<TakeDownResult>
  /** Without `isMeant` only tells what would go. */
  prune: (keep: number, olderMs: number, isMeant: boolean) => Promise<PruneResult>
  status: () => Promise<SiteStatus>
  /** The build that is recorded as live. */
  live: () => Promise<Build | undefined>
}

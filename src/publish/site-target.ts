import type { Build } from './build.ts'
import type { SiteRecord } from './record.ts'

export interface PublishResult {
  id: string
  /** Files that were written. */
  sent: number
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
  /** Puts an earlier build back, the one before if none is named; needs no `dist`. */
  rollback: (to: string | undefined) => Promise<PublishResult>
  /** Without `isMeant` only tells what would go. */
  prune: (keep: number, olderMs: number, isMeant: boolean) => Promise<PruneResult>
  status: () => Promise<SiteStatus>
  /** The build that is recorded as live. */
  live: () => Promise<Build | undefined>
}

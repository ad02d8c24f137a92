import type { StoredBuild } from './build.ts'
import type { FollowUpStep, SiteRecord } from './record.ts'

export interface PublishResult {
  id: string
  /** This time that the build goes live. */
  publishId: string
  /** Files that were written. */
  sent: number
}

export interface RollbackResult extends PublishResult {
  /** The build that was live before, if known. */
  from: string | null
  /** Whether there was nothing to do. */
  wasLive: boolean
}

export interface TakeDownResult {
  /** Every file that is removed. In a folder, a whole build counts as one. */
  keys: string[]
  /** Files beside the site that were not published; they stay. */
  others: string[]
}

export interface PruneResult {
  /** Ids of the builds that are removed. */
  builds: string[]
  /** Every file that is removed. */
  keys: string[]
}

export interface SiteStatus {
  record: SiteRecord | undefined
  /** Who holds the lock, and until when. */
  lockedBy: string | undefined
}

export interface SiteTarget {
  publish: (build: StoredBuild) => Promise<PublishResult>
  /** Restores an earlier build, by default the previous one; needs no `dist`. A build that is live already is unchanged unless `force`. */
  rollback: (to: string | undefined, force?: boolean) => Promise<RollbackResult>
  /** Records what has succeeded after a publish or rollback, unless another one has followed it. */
  markFollowedUp: (publishId: string, done: readonly FollowUpStep[]) => Promise<void>
  /** Removes everything that was published. Without `isConfirmed` only lists it. */
  takeDown: (isConfirmed: boolean) => Promise<TakeDownResult>
  /** Removes old builds. Without `isConfirmed` only lists them. */
  prune: (keep: number, olderMs: number, isConfirmed: boolean) => Promise<PruneResult>
  status: () => Promise<SiteStatus>
  /** The build that is recorded as live. */
  live: () => Promise<StoredBuild | undefined>
}

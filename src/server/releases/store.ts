// Files of releases in the database, so that an edition's file stays byte for byte the same.

import { coalesce } from '#lib/coalesce.ts'
import { zipStream } from '#lib/xlsx/zip-stream.ts'
import { lockName } from '#server/database/locks.ts'
import type { Database } from '#server/database/schema.ts'
import { holdStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import type { RouteContext } from '#server/http/route.ts'
import { releaseFiles } from './release-files.ts'
import { requireRelease, type ReleasedEdition } from './released-editions.ts'

const PART_BYTES = 262_144

/** The parts made under the project's current visibility and minimum: a file of a named project must not outlive a change to a strict one. */
const selectParts = (database: Database, { programmeId, facts }: ReleasedEdition) =>
  database
    .selectFrom('release_parts')
    .where('programme_id', '=', programmeId)
    .where('visibility', '=', facts.visibility)
    .where('minimum_count', '=', facts.minimumCount)

/** The size in bytes of each stored file, by edition. All editions are of one project. */
export async function sizesOf(
  database: Database,
  editions: readonly ReleasedEdition[]
): Promise<ReadonlyMap<number, number>> {
  const [first] = editions
  if (first === undefined) return new Map()
  const rows = await selectParts(database, first)
    .select(({ fn }) => ['edition_id', fn.sum<number>(fn<number>('length', ['content'])).as('size')])
    .where(
      'edition_id',
      'in',
      editions.map(({ editionId }) => editionId)
    )
    .groupBy('edition_id')
    .execute()
  return new Map(rows.map(({ edition_id, size }) => [edition_id, size]))
}

type DownloadContext = Pick<RouteContext, 'database' | 'caller' | 'programmes' | 'now'>
type DownloadQuery = Parameters<typeof requireRelease>[1]

const isStored = async (database: Database, edition: ReleasedEdition): Promise<boolean> =>
  (await sizesOf(database, [edition])).size > 0

const makingOn = new WeakMap<Database, Map<string, Promise<ReleasedEdition>>>()

/** The edition, whose file is stored. Of several who ask at once, one makes it; those on the same server wait without a connection. */
export async function requireStored(
  context: DownloadContext,
  query: DownloadQuery
): Promise<ReleasedEdition> {
  const { database } = context
  const edition = await requireRelease(context, query)
  if (await isStored(database, edition)) return edition
  const making = makingOn.get(database) ?? new Map<string, Promise<ReleasedEdition>>()
  makingOn.set(database, making)
  const { programmeId, editionId, facts } = edition
  const key = [programmeId, editionId, facts.visibility, facts.minimumCount].join('/')
  const { result } = await coalesce(making, key, () => makeFile(context, query, edition))
  return result
}

/** Reads the edition again under the lock, because the project may have become strict since. */
const makeFile = (context: DownloadContext, query: DownloadQuery, found: ReleasedEdition) =>
  transaction(context.database, async tx => {
    const { programmeId: programme_id, projectId, editionId: edition_id } = found
    await holdStructure(tx, programme_id, projectId)
    await lockName(tx, `release ${programme_id} ${edition_id}`)
    const edition = await requireRelease({ ...context, database: tx }, query)
    if (await isStored(tx, edition)) return edition
    const { visibility, minimumCount: minimum_count } = edition.facts
    const key = { programme_id, edition_id, visibility, minimum_count }
    let part_number = 0
    const files = await releaseFiles(tx, edition, context.caller, context.now)
    for await (const content of joinPieces(zipStream(files)))
      await tx
        .insertInto('release_parts')
        .values({ ...key, part_number: ++part_number, content })
        .execute()
    return edition
  })

async function* joinPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.byteLength
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

export async function countParts(database: Database, edition: ReleasedEdition): Promise<number> {
  const { count } = await selectParts(database, edition)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('edition_id', '=', edition.editionId)
    .executeTakeFirstOrThrow()
  return count
}

/** The stored file, part by part. Fails if its parts are removed meanwhile, so that half a file does not look like a whole one. */
export async function* storedPieces(
  database: Database,
  edition: ReleasedEdition,
  count: number
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let number = 1; number <= count; number++) {
    const part = await selectParts(database, edition)
      .select('content')
      .where(eb => eb.and({ edition_id: edition.editionId, part_number: number }))
      .executeTakeFirstOrThrow()
    // A copy, because the driver may reuse the buffer of its bytes.
    yield new Uint8Array(part.content)
  }
}

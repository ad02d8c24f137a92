// Files of releases in the database, so that an edition's file stays byte for byte the same.

import { zipStream } from '#lib/xlsx/zip-stream.ts'
import { lockName } from '#server/database/locks.ts'
import type { Database } from '#server/database/schema.ts'
import { holdStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { releaseFiles } from './release-files.ts'
import type { ReleasedEdition } from './released-editions.ts'

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

/** Makes and stores the file of an edition, unless it is stored. Of several simultaneous calls, one makes it. */
export async function requireStored(
  database: Database,
  edition: ReleasedEdition,
  caller: CallingUser,
  now: Date
): Promise<void> {
  const { programmeId: programme_id, projectId, editionId: edition_id, facts } = edition
  if ((await sizesOf(database, [edition])).size > 0) return
  await transaction(database, async tx => {
    await holdStructure(tx, programme_id, projectId)
    await lockName(tx, `release ${programme_id} ${edition_id}`)
    if ((await sizesOf(tx, [edition])).size > 0) return
    const key = { programme_id, edition_id, visibility: facts.visibility, minimum_count: facts.minimumCount }
    let part_number = 0
    for await (const content of joinPieces(zipStream(await releaseFiles(tx, edition, caller, now))))
      await tx
        .insertInto('release_parts')
        .values({ ...key, part_number: ++part_number, content })
        .execute()
  })
}

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

/** The stored file, part by part. */
export async function* storedPieces(
  database: Database,
  edition: ReleasedEdition
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let number = 1; ; number++) {
    const part = await selectParts(database, edition)
      .select('content')
      .where('edition_id', '=', edition.editionId)
      .where('part_number', '=', number)
      .executeTakeFirst()
    if (!part) return
    // A copy, because the driver may reuse the buffer of its bytes.
    yield new Uint8Array(part.content)
  }
}

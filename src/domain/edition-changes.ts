// Whether a new edition may be published in a strict project. Everybody may have kept the figures of an earlier one, so that what changes
// from one to the other must change for enough organisations at once (product 24).

/** A block's submissions by id. */
type Block = readonly number[]

export interface ComparedEdition {
  blocks: readonly Block[]
  organisationOf: (submissionId: number) => number
}

/**
 * How many groups of organisations would be told apart by comparing two editions of the same charts. None, where each block stays as it is
 * and either none or at least the minimum of its organisations have changed figures. Where the blocks themselves differ, every part that the
 * two editions have in common or not must be of at least the minimum, since averages of parts can be calculated from those of blocks.
 */
export function tooSmallChanges(
  before: ComparedEdition,
  after: ComparedEdition,
  isChanged: (submissionId: number) => boolean,
  minimumCount: number
): number {
  const [blockBefore, blockAfter] = [blockOfEach(before), blockOfEach(after)]
  const kept = new Set(
    after.blocks.flatMap((block, index) => {
      const was = blockBefore.get(block[0] ?? 0)
      const isSame =
        was !== undefined &&
        before.blocks[was]!.length === block.length &&
        block.every(id => blockBefore.get(id) === was)
      return isSame ? [index] : []
    })
  )
  const parts = new Map<string, Set<number>>()
  for (const id of new Set([...blockBefore.keys(), ...blockAfter.keys()])) {
    const [was, is] = [blockBefore.get(id), blockAfter.get(id)]
    const isKept = is !== undefined && kept.has(is)
    if (isKept && !isChanged(id)) continue
    const part = `${was}/${is}/${isChanged(id)}`
    const organisation = is === undefined ? before.organisationOf(id) : after.organisationOf(id)
    parts.set(part, (parts.get(part) ?? new Set()).add(organisation))
  }
  return [...parts.values()].filter(organisations => organisations.size < minimumCount).length
}

const blockOfEach = ({ blocks }: ComparedEdition): Map<number, number> =>
  new Map(blocks.flatMap((block, index) => block.map((id): [number, number] => [id, index])))

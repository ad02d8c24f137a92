// Whether an export of a stage's answers shows each submission as it was at one moment, while something else happens.

import type { FileLine } from '#tests/support/answer-files.ts'
import type { Stage } from './stage.ts'

const REQUIRED = { beds: ['Beds', 'Beds in use'], staff: ['Staff'] }

export const faultsOfFile = ({ standard }: Stage, lines: readonly FileLine[]): string[] =>
  [...Map.groupBy(lines, line => line['submission']).values()].flatMap(own => {
    const numberOf = (question: string): number | undefined => {
      const line = own.find(one => one['question'] === `Q${standard.at(question).question_id}`)
      return line === undefined ? undefined : Number(line['value'])
    }
    const [beds, used, free] = [numberOf('Beds'), numberOf('Beds in use'), numberOf('Free beds')]
    const difference = beds === undefined || used === undefined ? undefined : beds - used
    const left = Object.entries(REQUIRED).flatMap(([section, questions]) =>
      own.some(line => line['section'] === section && line['section_status'] === 'complete')
        ? questions.filter(question => numberOf(question) === undefined)
        : []
    )
    return [
      ...(free === difference ? [] : [`${beds} beds, of which ${used} are used, and ${free} free`]),
      ...left.map(question => `a complete section without ${question}`)
    ]
  })

// Data sets for pictures of charts, both ordinary and unusual.

import type { ChartData } from '#contract/chart-data.ts'
import type { OutputName } from '#contract/output-names.ts'
import { chartAnswer, type AnswerRequest } from './chart-reply.ts'
import { partsAnswer, type PartsRequest } from './parts-reply.ts'

const names = ['Ward 4B', ...Array.from({ length: 30 }, (_, at) => `Ward ${at + 5}`)]
const rate: Omit<PartsRequest, 'parts'> = {
  statistic: 'rate',
  multiplier: 1000,
  names,
  chart: { chart_name: 'All falls', unit: 'falls', direction: 'lower' }
}
const falls = [68, 96, 20, 60, 55, 70, 48, 33, 80, 41, 12, 75]
const bedDays = [9486, 7200, 11_000, 9000, 8000, 10_000, 7000, 6500, 8800, 7600, 4100, 12_500]
const usual: PartsRequest = {
  ...rate,
  parts: falls.map((count, at) => [count, bedDays[at]!] as const),
  earlier: [60, 71, 64, 58, 90, 62, 66, 59, 61].map(count => [count, 9000] as const)
}
const plain = (request: AnswerRequest): AnswerRequest => ({ names, ...request })

const requests: Record<string, (output: OutputName) => ChartData> = {
  'a usual set': output => partsAnswer({ ...usual, output, seriesNames: ['All'] }),
  'a peer group, siblings and a marked one': output => {
    const answer = partsAnswer({ ...usual, output, peers: [1, 3, 4, 5, 6, 8, 9] })
    for (const value of answer.series[0]!.values) {
      value.is_own = [1, 3, 8].includes(value.submission_id!)
      value.is_other = value.submission_id === 6
    }
    return answer
  },
  'ties, gaps and what is held back': output =>
    chartAnswer(
      plain({
        output,
        values: [5, 5, 5, 7, 7, null, 'held', 3, 3, 3, null, 9],
        earlier: [[4, 5, 6, null, 8, 7, 7]]
      })
    ),
  'negative values': output =>
    chartAnswer(
      plain({
        output,
        values: [-2, 4, 3, -6, 1, 0, 2.5, -1, 8],
        earlier: [[-1, 3, 2, -5, 2, 1]],
        chart: { unit: '' }
      })
    ),
  'one member': output => chartAnswer(plain({ output, values: [12.5], earlier: [[11]] })),
  'all equal, in parts': output =>
    chartAnswer(
      plain({
        output,
        values: Array.from({ length: 8 }, () => 4),
        seriesNames: ['Day', 'Night'],
        earlier: [[4, 4]]
      })
    )
}

export const pictureSets = Object.entries(requests)

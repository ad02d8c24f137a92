import { expect, test } from 'vitest'
import { similarityText } from '#browser/features/explorer/peers/group-counts.tsx'

test('similarities name filters and charts as the programme writes them', () => {
  const figure = { chart_id: 1, unit: '%', decimal_places: 1, value: 9.1 }
  expect(
    similarityText({
      submission_id: 4,
      submission_name: 'Ward 4',
      organisation_name: 'Northgate',
      shared_filters: ['NHS region', 'Size'],
      other_filters: ['Type'],
      figures: [
        { ...figure, chart_name: 'MRSA rate', likeness: 'close' },
        { ...figure, chart_name: 'Falls', likeness: 'missing', value: null }
      ]
    })
  ).toBe('same NHS region, Size; MRSA rate close (9.1%); Falls: no figure; different Type')
})

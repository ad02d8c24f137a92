import { formatNumber } from '#domain/answers/number-input.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import type { PeerPreview } from './peer-preview.ts'

type Member = PeerPreview['members'][number]

/** Names stand as the programme writes them: 'MRSA' and 'London' would not survive small letters. */
const joinNames = (names: readonly string[]): string => names.join(', ')

/** 'same Region, Size; Vacancy rate close (9.1%); different Type': why one is like the own submission, or is not. */
export function similarityText({ shared_filters, other_filters, figures }: Member): string {
  const parts = [
    shared_filters.length > 0 ? `same ${joinNames(shared_filters)}` : '',
    ...figures.map(likenessFigure),
    other_filters.length > 0 ? `different ${joinNames(other_filters)}` : ''
  ]
  return parts.filter(part => part !== '').join('; ')
}

function likenessFigure({
  chart_name,
  unit,
  decimal_places,
  likeness,
  value
}: Member['figures'][number]): string {
  if (value === null || likeness === 'missing') return `${chart_name}: no figure`
  return `${chart_name} ${likeness} (${figureWithUnit(formatNumber(value, decimal_places), unit)})`
}

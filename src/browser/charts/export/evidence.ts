// Evidence: what a reader saw of a chart, packed into a URL, and what has changed since (product 23.5).

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import * as v from 'valibot'
import { formatValue } from '#browser/charts/labels/measure.ts'
import { barName } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { withTerms } from '#domain/projects/submission-word.ts'

/** Mail and chat programs truncate longer URLs. */
const MAX_LINK_LETTERS = 4000
/** More than `packEvidence` ever packs. */
const MAX_EVIDENCE_BYTES = 200_000

const evidenceFigure = v.nullable(v.number())

const Evidence = v.object({
  digest: v.string(),
  /** When the figures were calculated. */
  at: v.string(),
  /** The user who saw these figures; others may see other figures. */
  reader: v.string(),
  /** The own submission's id and value. */
  own: v.nullable(v.tuple([v.number(), evidenceFigure])),
  /** Null if members do not see each other by name: then the page may say that figures changed, but not which (product 24). */
  set: v.nullable(
    v.object({
      n: evidenceFigure,
      Mean: evidenceFigure,
      Median: evidenceFigure,
      Q1: evidenceFigure,
      Q3: evidenceFigure,
      rank: evidenceFigure
    })
  ),
  /** Submission ids and values; null if they are too many for a URL, or members do not see them by name. */
  values: v.nullable(v.array(v.tuple([v.number(), evidenceFigure])))
})
export type Evidence = v.InferOutput<typeof Evidence>

/** Whether members see each other's figures by name. Otherwise an admin's link holds none either, because links are passed on. */
const hasNamedFigures = ({ data }: ChartView): boolean => data.suppression.visibility === 'named'

export function chartEvidence(chartView: ChartView, reader: string): Evidence {
  const { own, data } = chartView
  return {
    digest: data.digest,
    at: data.calculated_at,
    reader,
    own: own?.submissionId ? [own.submissionId, own.value] : null,
    set: hasNamedFigures(chartView) ? setOf(chartView) : null,
    values: hasNamedFigures(chartView) ? namedValues(chartView) : null
  }
}

function setOf({ comparison, standing }: ChartView): NonNullable<Evidence['set']> {
  const { n = null, Mean = null, Median = null, Q1 = null, Q3 = null } = comparison.averages ?? {}
  return { n, Mean, Median, Q1, Q3, rank: standing?.rank ?? null }
}

const allEntries = ({ entries, heldBack, missing }: ChartView) => [...entries, ...heldBack, ...missing]

const namedValues = (chartView: ChartView): [number, number | null][] =>
  allEntries(chartView).flatMap(({ submissionId, value, role }): [number, number | null][] =>
    submissionId === null || role === 'own' ? [] : [[submissionId, value]]
  )

/** As text for a URL; without the values of others if it would be too long with them. */
export function packEvidence(evidence: Evidence): string {
  const packed = pack(evidence)
  return packed.length <= MAX_LINK_LETTERS ? packed : pack({ ...evidence, values: null })
}

const pack = (evidence: Evidence): string =>
  btoa(Array.from(deflateSync(strToU8(JSON.stringify(evidence))), byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reads it back; null if it is damaged or truncated. */
export function unpackEvidence(text: string): Evidence | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter =>
      letter.charCodeAt(0)
    )
    const unpacked = inflateSync(bytes, { out: new Uint8Array(MAX_EVIDENCE_BYTES) })
    const read = v.safeParse(Evidence, JSON.parse(strFromU8(unpacked)))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

export interface EvidenceChange {
  name: string
  before: string
  now: string
}

export interface EvidenceComparison {
  isSame: boolean
  /** Whether another user made the link, who may see other figures. Then only the figures in the link can be compared. */
  isOfAnother: boolean
  changes: readonly EvidenceChange[]
  /** Whether single values of others are compared. */
  comparesValues: boolean
}

export function compareEvidence(
  evidence: Evidence,
  chartView: ChartView,
  reader: string
): EvidenceComparison {
  const before = mergeOwnValue(evidence)
  const changes = [
    ...ownChanges(before, chartView),
    ...setChanges(before, chartView),
    ...valueChanges(before, chartView)
  ]
  return {
    isSame: evidence.digest === chartView.data.digest,
    isOfAnother: evidence.reader !== reader,
    changes,
    comparesValues: evidence.values !== null
  }
}

/** Whoever opens the link may have another own submission, so the own value is compared as one of all. */
const mergeOwnValue = (evidence: Evidence): Evidence => ({
  ...evidence,
  values: evidence.own && evidence.values ? [evidence.own, ...evidence.values] : evidence.values
})

function ownChanges({ own: before, values }: Evidence, { own, measure }: ChartView): EvidenceChange[] {
  // `values`, if known, include the own one.
  if (!before || values !== null || own?.submissionId !== before[0]) return []
  return evidenceChange(barName(own), before[1], own.value, measure)
}

function setChanges({ set: before }: Evidence, chartView: ChartView): EvidenceChange[] {
  if (!before || !hasNamedFigures(chartView)) return []
  const now = setOf(chartView)
  const whole = { unit: '', decimal_places: 0 }
  return [
    ...evidenceChange('Number compared with', before.n, now.n, whole),
    ...(['Mean', 'Median', 'Q1', 'Q3'] as const).flatMap(name =>
      evidenceChange(name, before[name], now[name], chartView.measure)
    ),
    ...evidenceChange('Rank', before.rank, now.rank, whole)
  ]
}

function valueChanges({ values }: Evidence, chartView: ChartView): EvidenceChange[] {
  if (!values || !hasNamedFigures(chartView)) return []
  const { measure } = chartView
  const known = new Map(values)
  const present = allEntries(chartView).filter(entry => entry.submissionId !== null)
  const here = new Set(present.map(entry => entry.submissionId))
  const changed = present.flatMap(entry =>
    evidenceChange(barName(entry), known.get(entry.submissionId ?? 0) ?? null, entry.value, measure)
  )
  const removed = values.flatMap(([id, value]) =>
    here.has(id)
      ? []
      : evidenceChange(withTerms('{A submission} that is no longer available'), value, null, measure)
  )
  return [...changed, ...removed]
}

function evidenceChange(
  name: string,
  before: number | null,
  now: number | null,
  measure: { unit: string; decimal_places: number }
): EvidenceChange[] {
  const format = (value: number | null): string => (value === null ? 'none' : formatValue(value, measure))
  return format(before) === format(now) ? [] : [{ name, before: format(before), now: format(now) }]
}

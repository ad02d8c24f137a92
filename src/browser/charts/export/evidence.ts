// Evidence: what a reader saw of a chart, packed into an address, and what has changed since (product 23.5).

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import * as v from 'valibot'
import { formatValue } from '#browser/charts/labels/measure.ts'
import { barName } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { withTerms } from '#lib/submission-word.ts'

/** Mail programs and chats cut longer addresses. */
const MAX_LINK_LETTERS = 4000
/** A packed text of this size would never have been made here. */
const MAX_EVIDENCE_BYTES = 200_000

const evidenceFigure = v.nullable(v.number())

const Evidence = v.object({
  digest: v.string(),
  /** When the figures were calculated. */
  at: v.string(),
  /** Whose figures these are: others see others. */
  reader: v.string(),
  /** The names as they were shown, and the figures; of members by their id. */
  own: v.nullable(v.tuple([v.number(), evidenceFigure])),
  /** Null where the project's members do not see each other by name: then it is said that figures changed, not which (product 24). */
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
  /** Null where they are too many for an address, or are not named. */
  values: v.nullable(v.array(v.tuple([v.number(), evidenceFigure])))
})
export type Evidence = v.InferOutput<typeof Evidence>

/** Whether members see each other's figures by name. What an admin sees of the others is no evidence either: a link is passed on. */
const hasNamedFigures = ({ data }: ChartView): boolean => data.suppression.visibility === 'named'

export function evidenceOf(chartView: ChartView, reader: string): Evidence {
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

const everyEntry = ({ entries, heldBack, missing }: ChartView) => [...entries, ...heldBack, ...missing]

const namedValues = (chartView: ChartView): [number, number | null][] =>
  everyEntry(chartView).flatMap(({ submissionId, value, role }): [number, number | null][] =>
    submissionId === null || role === 'own' ? [] : [[submissionId, value]]
  )

/** As one part of an address; without the single values of others if it would become too long with them. */
export function packEvidence(evidence: Evidence): string {
  const packed = pack(evidence)
  return packed.length <= MAX_LINK_LETTERS ? packed : pack({ ...evidence, values: null })
}

const pack = (evidence: Evidence): string =>
  btoa(Array.from(deflateSync(strToU8(JSON.stringify(evidence))), byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reads it back; null where it is damaged or was cut. */
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
  /** Everything that the reader sees is as it was. */
  isSame: boolean
  /** Whether the link was made by someone else, who may see other figures: then only what it carries can be compared. */
  isOfAnother: boolean
  changes: readonly EvidenceChange[]
  /** Whether single values of others are compared. */
  comparesValues: boolean
}

/** What has changed since the evidence was taken, value by value. */
export function changesSince(evidence: Evidence, chartView: ChartView, reader: string): EvidenceComparison {
  const before = withoutForeignOwn(evidence)
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

/** An own value is compared as that of its submission, whoever opens the link. */
const withoutForeignOwn = (evidence: Evidence): Evidence => ({
  ...evidence,
  values: evidence.own && evidence.values ? [evidence.own, ...evidence.values] : evidence.values
})

function ownChanges({ own: before, values }: Evidence, { own, measure }: ChartView): EvidenceChange[] {
  // With the values of all, the own one is among them.
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
  const present = everyEntry(chartView).filter(entry => entry.submissionId !== null)
  const here = new Set(present.map(entry => entry.submissionId))
  const changed = present.flatMap(entry =>
    evidenceChange(barName(entry), known.get(entry.submissionId ?? 0) ?? null, entry.value, measure)
  )
  const gone = values.flatMap(([id, value]) =>
    here.has(id)
      ? []
      : evidenceChange(withTerms('{A submission} that is no longer available'), value, null, measure)
  )
  return [...changed, ...gone]
}

function evidenceChange(
  name: string,
  before: number | null,
  now: number | null,
  measure: { unit: string; decimal_places: number }
): EvidenceChange[] {
  const written = (value: number | null): string => (value === null ? 'none' : formatValue(value, measure))
  return written(before) === written(now) ? [] : [{ name, before: written(before), now: written(now) }]
}

// What a choice in the dialog leads to: lines, files and their size.

import type {
  AnswerExtra,
  AnswerFileFormat,
  AnswerLayout,
  ChoiceValues,
  ExportableQuestionnaire
} from '#contract/answer-exports.ts'
import {
  countExtraLines,
  countLines,
  longestTable,
  sheetFault,
  unitCount
} from '#domain/exports/sheet-limit.ts'

export interface DownloadChoice {
  layout: AnswerLayout
  values: ChoiceValues
  format: AnswerFileFormat
  extras: readonly AnswerExtra[]
}

export interface DownloadPlan {
  answers: number
  files: number
  /** An estimate, in bytes. */
  size: number
  fileName: string
  /** Why a sheet cannot hold it. */
  sheetFault: string | undefined
}

/** Measured on the demo programmes. */
const LONG_LINE_BYTES = 150
const WIDE_VALUE_BYTES = 7
const WIDE_LINE_BYTES = 60
/** An archive has about a tenth of the size of its texts. */
const COMPRESSION = 10

export function planDownload(
  chosen: readonly ExportableQuestionnaire[],
  { layout, format, extras }: DownloadChoice,
  projectCode: string
): DownloadPlan {
  const answers = countLines(chosen, 'answer_count')
  const units = chosen.reduce((sum, one) => sum + unitCount(one), 0)
  const extraLines = extras.reduce((sum, extra) => sum + (countExtraLines(chosen, extra) ?? 0), 0)
  const text =
    (layout === 'long' ? answers * LONG_LINE_BYTES : answers * WIDE_VALUE_BYTES + units * WIDE_LINE_BYTES) +
    extraLines * LONG_LINE_BYTES
  const blocks = chosen.filter(one => one.repeated_answer_count > 0).length
  const files =
    layout === 'long'
      ? 1 + extras.length
      : chosen.length + blocks + new Set<AnswerExtra>(['codebook', ...extras]).size
  const kind = format === 'xlsx' ? 'xlsx' : files === 1 ? 'csv' : 'zip'
  return {
    answers,
    files,
    size: kind === 'csv' ? text : text / COMPRESSION,
    fileName: `answers-${projectCode}.${kind}`,
    sheetFault: format === 'xlsx' ? sheetFault(longestTable(chosen, { layout, include: extras })) : undefined
  }
}

// Reads and saves questionnaires as files. The code for spreadsheets is loaded on first use.

import { saveFile } from '#browser/api/download.ts'
import type { Structure, StructureDraft } from '#contract/questionnaire-structures.ts'
import type { ReadStructure } from '#domain/questionnaires/structure-file/read.ts'
import { chunk } from '#lib/chunk.ts'
import { err, type Result } from '#lib/result.ts'
import { structureToDraft } from './structure-draft.ts'

const reader = chunk(() => import('#domain/questionnaires/structure-file/read.ts'))
const writer = chunk(() => import('#domain/questionnaires/structure-file/write.ts'))

/** Larger files cannot be questionnaires. */
const MAX_STRUCTURE_FILE_BYTES = 5 * 1024 * 1024
const STRUCTURE_FILE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function readUploadedStructure(file: Blob): Promise<Result<ReadStructure>> {
  if (file.size > MAX_STRUCTURE_FILE_BYTES)
    return err('This file is larger than 5 MB. A questionnaire is much smaller.')
  try {
    const { readStructureFile } = await reader.load()
    return readStructureFile(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return err('The file could not be read. Check your connection and choose the file again.')
  }
}

const EMPTY_STRUCTURE: StructureDraft = { questions: [], sections: [] }

/** Saves a questionnaire, or the empty form of one, as a workbook. */
export async function saveStructure(structure: Structure | null): Promise<Result<null>> {
  try {
    const { faultOfWriting, writeStructureFile } = await writer.load()
    const draft = structure ? structureToDraft(structure) : EMPTY_STRUCTURE
    const fault = faultOfWriting(draft)
    if (fault !== undefined) return err(fault)
    const bytes = writeStructureFile(draft)
    const name = structure?.questionnaire.questionnaire_name ?? 'New questionnaire'
    saveFile(
      new Blob([bytes], { type: STRUCTURE_FILE_TYPE }),
      `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}.xlsx`
    )
    return { ok: true, value: null }
  } catch {
    return err('The file could not be written. Check your connection and try again.')
  }
}

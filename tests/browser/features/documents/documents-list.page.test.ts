import { beforeEach, describe, expect, test } from 'vitest'
import { documentsToShow, fileKind, documentGroups, openTo } from '#browser/features/documents/documents.ts'
import { recordDocumentsVisit } from '#browser/features/documents/last-visit.ts'
import { archiveNames } from '#browser/features/documents/zip.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import type { Document } from '#contract/documents.ts'
import { formatBytes } from '#lib/format.ts'
import { pageConfig } from '#tests/support/page-config.ts'

beforeEach(() => setRuntimeConfig(pageConfig))

describe('the rules of the list', () => {
  const one = (changes: Partial<Document>): Document => ({
    document_id: 1,
    document_name: 'Definitions',
    document_type: 'guidance',
    project_id: 1,
    project_name: 'Ward staffing',
    time_period_id: null,
    time_period_name: null,
    organisation_id: null,
    file_name: 'definitions.pdf',
    mime_type: 'application/pdf',
    size_bytes: 1,
    version_label: '1.0',
    published_at: '2026-11-01T00:00:00.000Z',
    is_public: false,
    ...changes
  })

  test('new is what was published after the last visit; a reload is the same visit', () => {
    expect(recordDocumentsVisit('7', new Date('2026-11-01T10:00:00Z'))).toBeNull()
    expect(recordDocumentsVisit('7', new Date('2026-11-01T10:05:00Z'))).toBeNull()
    expect(recordDocumentsVisit('7', new Date('2026-11-03T10:00:00Z'))).toBe('2026-11-01T10:05:00.000Z')
    expect(recordDocumentsVisit('7', new Date('2026-11-03T10:10:00Z'))).toBe('2026-11-01T10:05:00.000Z')
    expect(recordDocumentsVisit('8', new Date('2026-11-03T10:10:00Z'))).toBeNull()
    localStorage.setItem('documents-visit:wards:7', '{"seenAt":"yesterday"}')
    expect(recordDocumentsVisit('7', new Date('2026-11-05T10:00:00Z'))).toBeNull()
  })

  test('every word must stand in a name; groups are those of projects, the programme last', () => {
    const all = [
      one({}),
      one({
        document_id: 2,
        document_name: 'Terms',
        project_id: null,
        project_name: null,
        published_at: '2026-11-09T00:00:00.000Z'
      }),
      one({ document_id: 3, project_id: 2, project_name: 'Falls', published_at: '2026-11-05T00:00:00.000Z' })
    ]
    const found = documentsToShow(all, { onlyNew: false, type: null, query: 'FALLS defin' }, null)
    expect(found.map(({ document_id }) => document_id)).toEqual([3])
    const groups = documentGroups(all, '2026-11-04T00:00:00.000Z', 'Wards')
    expect(groups.map(({ name, newCount }) => [name, newCount])).toEqual([
      ['Falls', 1],
      ['Ward staffing', 0],
      ['Wards', 1]
    ])
  })

  test('shows who can read a document, its type and its size', () => {
    const organisations = [{ id: 5, organisation_name: 'Alder Trust' }]
    expect(openTo(one({ is_public: true }), 5, organisations)).toBe('Public')
    expect(openTo(one({}), 5, organisations)).toBe('Members')
    expect(openTo(one({ organisation_id: 5 }), 5, organisations)).toBe('Your organisation')
    expect(openTo(one({ organisation_id: 5 }), null, organisations)).toBe('Alder Trust')
    expect([fileKind('a.b.pdf'), fileKind('README')]).toEqual(['PDF', 'FILE'])
    expect([0, 999, 94_400, 1_400_000, 212_000_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '94 KB',
      '1.4 MB',
      '212 MB'
    ])
  })

  test('names in a zip differ, and none leads out of its folder', () => {
    const names = ['terms.pdf', 'Terms.pdf', '../../etc/passwd', 'a:b.txt', ''].map((file_name, index) => ({
      document_id: index,
      file_name
    }))
    expect(archiveNames(names).map(([name]) => name)).toEqual([
      'terms.pdf',
      'Terms (2).pdf',
      '__.._etc_passwd',
      'a_b.txt',
      'document-4'
    ])
  })
})

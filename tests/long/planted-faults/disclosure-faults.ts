// In what the server tells readers about others: members of strict projects, organisations of each other and of their respondents.

import type { PlantedFault } from './planted-fault.ts'

export const disclosureFaults: readonly PlantedFault[] = [
  {
    subject: 'a release of a set that has the minimum only with the reader’s organisation',
    file: 'src/server/releases/published-charts.ts',
    before: 'minimum_count: project.minimum_count + 1',
    after: 'minimum_count: project.minimum_count',
    test: 'tests/server/releases/releases.test.ts'
  },
  {
    subject: 'a release as its first reader sees the charts',
    file: 'src/server/releases/published-charts.ts',
    before: '{ ...caller, roleTypeId: ROLE.viewer, organisationId: null }',
    after: 'caller',
    test: 'tests/server/releases/strict-releases.test.ts'
  },
  {
    subject: 'a release from before a project became strict',
    file: 'src/server/releases/store.ts',
    before: "    .where('visibility', '=', facts.visibility)\n",
    after: '',
    test: 'tests/server/releases/strict-releases.test.ts'
  },
  {
    subject: 'filter options counted live',
    file: 'src/server/benchmarks/filters.ts',
    before: 'const carriers = newest\n',
    after: 'const carriers = false\n',
    test: 'tests/server/benchmarks/newcomers.test.ts'
  },
  {
    subject: 'peer groups counted live',
    file: 'src/server/benchmarks/peer-groups/candidates.ts',
    before: 'await candidatesIn(published)',
    after: 'await candidatesIn(await submissionsNow(database, scope))',
    test: 'tests/server/benchmarks/newcomers.test.ts'
  },
  {
    subject: 'blocks joined in an earlier edition',
    file: 'src/server/benchmarks/chart-data/restricted-blocks.ts',
    before: 'joined: blocksAfter({ divided: edition.blocks, joined }, told)',
    after: 'joined',
    test: 'tests/server/benchmarks/alike-figures.test.ts'
  },
  {
    subject: 'averages of ratios that are mostly of one organisation',
    file: 'src/domain/disclosure/disclosure.ts',
    before: '(isRatio ? 1 : Math.abs(value))',
    after: '(isRatio ? 0 : Math.abs(value))',
    test: 'tests/server/benchmarks/restricted-series.test.ts'
  },
  {
    subject: 'ids with gaps for hidden members',
    file: 'src/server/benchmarks/peer-groups/members.ts',
    before: 'select distinct on (m.lineage_id) m.lineage_id, m.peer_group_id',
    after: 'select distinct on (m.lineage_id) m.peer_group_membership_id as lineage_id, m.peer_group_id',
    test: 'tests/server/benchmarks/held-back-sizes.test.ts'
  },
  {
    subject: 'the status of a rule that matches nobody',
    file: 'src/server/benchmarks/peer-groups/fill.ts',
    before: "members.length === 0 && reader.kind === 'open'",
    after: 'members.length === 0',
    test: 'tests/server/benchmarks/held-back-sizes.test.ts'
  },
  {
    subject: 'a share of fewer answers than the minimum',
    file: 'src/domain/figures/aggregates.ts',
    before: '(isOfSurvey ? units : answered) < minimumCount',
    after: 'units < minimumCount',
    test: 'tests/server/benchmarks/aggregates.test.ts'
  },
  {
    subject: 'files of members with answers and comments of others',
    file: 'src/server/exports/export-scope.ts',
    before: 'organisationId: onlyOrganisation(caller)',
    after: 'organisationId: null',
    test: 'tests/server/exports/exported-to-members.test.ts'
  },
  {
    subject: 'queries that members see in files, but in no list',
    file: 'src/server/auth/taking-part.ts',
    before: 'organisationId} and ${takesPart(programmeId)} and ${isQueryAsked(programmeId)})`',
    after: 'organisationId})`',
    test: 'tests/server/exports/exported-queries.engine.test.ts'
  },
  {
    subject: 'the number of answers to a question that is held back',
    file: 'src/domain/figures/answer-distribution.ts',
    before: 'if (n < minimumCount) return NOTHING',
    after: 'if (n < minimumCount) return { ...NOTHING, n }',
    test: 'tests/server/surveys/survey-summary.test.ts'
  },
  {
    subject: 'texts of respondents shown to leads',
    file: 'src/server/surveys/survey-summary.ts',
    before: 'seesCases ? await readTexts',
    after: 'minimum_count > 0 ? await readTexts',
    test: 'tests/server/surveys/survey-summary.test.ts'
  }
]

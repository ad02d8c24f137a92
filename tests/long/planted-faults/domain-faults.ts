// In the business rules.

import type { PlantedFault } from './planted-fault.ts'

export const domainFaults: readonly PlantedFault[] = [
  {
    subject: 'ranks of equal values',
    file: 'src/domain/figures/ranking.ts',
    before: 'shown.left(sortedAscending, figure, from, to)',
    after: 'shown.right(sortedAscending, figure, from, to)',
    test: 'tests/domain/figures/ranking.test.ts'
  },
  {
    subject: 'quartiles',
    file: 'src/domain/figures/statistics.ts',
    before: '(sortedAscending.length - 1) * p',
    after: 'sortedAscending.length * p',
    test: 'tests/domain/figures/statistics.test.ts'
  },
  {
    subject: 'decimal arithmetic',
    file: 'src/domain/figures/decimals.ts',
    before: ': Number(product.toPrecision(RELIABLE_DIGITS))',
    after: ': product',
    test: 'tests/domain/figures/decimals.test.ts'
  },
  {
    subject: 'confidence intervals',
    file: 'src/domain/figures/intervals.ts',
    before: 'const next = count + 1',
    after: 'const next = count',
    test: 'tests/domain/figures/intervals.test.ts'
  },
  {
    subject: 'control charts',
    file: 'src/domain/figures/control-chart.ts',
    before: 'const SHIFT_LENGTH = 8',
    after: 'const SHIFT_LENGTH = 7',
    test: 'tests/domain/figures/control-chart.test.ts'
  },
  {
    subject: 'filters',
    file: 'src/domain/figures/filters.ts',
    before: '    .filter(candidate => candidate.option_list.length > 0)\n',
    after: '',
    test: 'tests/domain/figures/filters.test.ts'
  },
  {
    subject: 'similar organisations',
    file: 'src/domain/figures/similarity.ts',
    before: 'candidate.distance <= last.distance',
    after: 'candidate.distance < last.distance',
    test: 'tests/domain/figures/similarity.test.ts'
  },
  {
    subject: 'what-if',
    file: 'src/domain/figures/what-if.ts',
    before: 'others && others.length + 1',
    after: 'others && others.length',
    test: 'tests/domain/figures/what-if.test.ts'
  },
  {
    subject: 'suppression',
    file: 'src/domain/disclosure/suppression.ts',
    before: 'members.size < minimumCount',
    after: 'members.size + 1 < minimumCount',
    test: 'tests/domain/disclosure/suppression.test.ts'
  },
  {
    subject: 'disclosure blocks',
    file: 'src/domain/disclosure/blocks.ts',
    before: 'organisationCount(branch.filter(hasFigure)) > minimumCount',
    after: 'organisationCount(branch.filter(hasFigure)) >= minimumCount',
    test: 'tests/domain/disclosure/blocks.test.ts'
  },
  {
    subject: 'figures that are alike',
    file: 'src/domain/disclosure/disclosure.ts',
    before: 'commonest).flat()) < minimumCount',
    after: 'commonest).flat()) < 0',
    test: 'tests/domain/disclosure/planted-leaks.test.ts'
  },
  {
    subject: 'sums left to colluders',
    file: 'src/domain/disclosure/disclosure.ts',
    before: 'amounts.slice(1 + colluders)',
    after: 'amounts.slice(1)',
    test: 'tests/domain/disclosure/planted-leaks.test.ts'
  },
  {
    subject: 'quantiles of one organisation',
    file: 'src/domain/disclosure/disclosure.ts',
    before: 'if (organisationCount(around) < minimumCount) continue',
    after: 'if (organisationCount(around) < 1) continue',
    test: 'tests/domain/disclosure/planted-leaks.test.ts'
  },
  {
    subject: 'ranks of several own values',
    file: 'src/domain/disclosure/own-ranks.ts',
    before: 'organisationCount(between) < minimumCount) continue',
    after: 'organisationCount(between) < 0) continue',
    test: 'tests/domain/disclosure/planted-leaks.test.ts'
  },
  {
    subject: 'editions',
    file: 'src/domain/figures/edition-changes.ts',
    before: 'organisations.size <= minimumCount',
    after: 'organisations.size < minimumCount',
    test: 'tests/domain/disclosure/editions.test.ts'
  },
  {
    subject: 'outliers',
    file: 'src/domain/answers/outlier.ts',
    before: 'const fence = 1.5 * (Q3 - Q1)',
    after: 'const fence = 3 * (Q3 - Q1)',
    test: 'tests/domain/answers/outlier.test.ts'
  },
  {
    subject: 'cell rules',
    file: 'src/domain/answers/cell-rules.ts',
    before: 'Math.abs(change) > most',
    after: 'change > most',
    test: 'tests/domain/answers/cell-rules.test.ts'
  },
  {
    subject: 'typed numbers',
    file: 'src/domain/answers/number-input.ts',
    before: "isNegative: bracketed !== null || signs[0] === '-'",
    after: "isNegative: signs[0] === '-'",
    test: 'tests/domain/answers/number-input.test.ts'
  },
  {
    subject: 'deadlines',
    file: 'src/domain/projects/window-days.ts',
    before: "end === 'opens' ? text : nextDay(text)",
    after: 'text',
    test: 'tests/domain/projects/window-days.test.ts'
  },
  {
    subject: 'registrations',
    file: 'src/domain/projects/registration.ts',
    before: 'contact.is_primary && !contact.is_account_closed',
    after: 'contact.is_primary',
    test: 'tests/domain/projects/registration.test.ts'
  },
  {
    subject: 'roles',
    file: 'src/domain/people/roles.ts',
    before: 'isAdminRole(actor) ? isAtLeast(actor, granted)',
    after: 'isAdminRole(actor) ? true',
    test: 'tests/domain/people/roles.test.ts'
  },
  {
    subject: 'account status',
    file: 'src/domain/people/user-status.ts',
    before: "reactivate: { from: ['suspended']",
    after: "reactivate: { from: ['suspended', 'rejected']",
    test: 'tests/domain/people/user-status.test.ts'
  },
  {
    subject: 'formulas',
    file: 'src/domain/formulas/expression.ts',
    before: 'return [tree.left, tree.right].every(',
    after: 'return [tree.left, tree.right].some(',
    test: 'tests/domain/formulas/expression.test.ts'
  },
  {
    subject: 'formulas that lose a cell',
    file: 'src/domain/formulas/lost-references.ts',
    before: 'cell.is_answered && !after.some(',
    after: '!cell.is_answered && !after.some(',
    test: 'tests/domain/formulas/lost-references.test.ts'
  },
  {
    subject: 'sums of figures',
    file: 'src/domain/formulas/figure-sum.ts',
    before: "const factor = tree.sign === '-' ? -1 : 1",
    after: 'const factor = 1',
    test: 'tests/domain/formulas/figure-sum.test.ts'
  },
  {
    subject: 'locks of sections',
    file: 'src/domain/questionnaires/lock-reason.ts',
    before: '!isAtLeast(roleTypeId, ROLE.contributor)',
    after: '!isAtLeast(roleTypeId, ROLE.viewer)',
    test: 'tests/server/questionnaires/section-access.test.ts'
  },
  {
    subject: 'repeating rows',
    file: 'src/domain/answers/repeating.ts',
    before: '({ ...question, answer: UNANSWERED, comments: [] })',
    after: '({ ...question })',
    test: 'tests/browser/section/repeating.test.ts'
  },
  {
    subject: 'funnels',
    file: 'src/domain/figures/funnel.ts',
    before: 'Math.min(bounds[0], low / denominator)',
    after: 'Math.max(bounds[0], low / denominator)',
    test: 'tests/domain/figures/intervals.test.ts'
  }
]

// In everything else.

import type { PlantedFault } from './planted-fault.ts'

export const codeFaults: readonly PlantedFault[] = [
  {
    subject: 'formulas in exported text',
    file: 'src/lib/escape-formula.ts',
    before: "['=+\\-@\\uFF1D",
    after: "['=+\\-\\uFF1D",
    test: 'tests/lib/escape-formula.test.ts'
  },
  {
    subject: 'CSV files',
    file: 'src/lib/csv.ts',
    before: 'escapeCsvField(cell) : cell',
    after: 'cell : cell',
    test: 'tests/lib/csv.test.ts'
  },
  {
    subject: 'unchanged replies',
    file: 'src/lib/keep-equal.ts',
    before: 'known.length === next.length && ',
    after: '',
    test: 'tests/lib/keep-equal.test.ts'
  },
  {
    subject: 'disk faults',
    file: 'src/lib/disk-fault.ts',
    before: '?? diskFaultText(error.cause)',
    after: '?? null',
    test: 'tests/lib/disk-fault.test.ts'
  },
  {
    subject: 'markup',
    file: 'src/lib/text/markup.ts',
    before: ".replaceAll('<', '&lt;')",
    after: '',
    test: 'tests/lib/markup.test.ts'
  },
  {
    subject: 'similar words',
    file: 'src/lib/text/similar-words.ts',
    before: '[...word].length / 3',
    after: '[...word].length / 2',
    test: 'tests/lib/similar-words.test.ts'
  },
  {
    subject: 'links in texts',
    file: 'src/lib/url/link-target.ts',
    before: "if (target.username !== '' || target.password !== '') return NOWHERE",
    after: '',
    test: 'tests/lib/link-target.test.ts'
  },
  {
    subject: 'calendar dates',
    file: 'src/lib/time/calendar-date.ts',
    before: ' && date.toISOString().startsWith(text)',
    after: '',
    test: 'tests/lib/calendar-date.test.ts'
  },
  {
    subject: 'two people in one cell',
    file: 'src/browser/section/state/merge.ts',
    before: "? 'theirs' : 'conflict'",
    after: "? 'theirs' : 'mine'",
    test: 'tests/browser/section/merge.test.ts'
  },
  {
    subject: 'comments',
    file: 'src/browser/section/state/comment-threads.ts',
    before: 'Number(one.isResolved) - Number(other.isResolved)',
    after: 'Number(other.isResolved) - Number(one.isResolved)',
    test: 'tests/browser/section/comment-threads.test.ts'
  },
  {
    subject: 'refused answers',
    file: 'src/browser/section/sync/isolation.ts',
    before: 'this.parts.push(keys.slice(middle), keys.slice(0, middle))',
    after: 'this.parts.push(keys.slice(middle))',
    test: 'tests/browser/section/save-isolation.test.ts'
  },
  {
    subject: 'words about saving',
    file: 'src/browser/section/sync/save-text.ts',
    before: 'unsaved > heldCount',
    after: 'unsaved < heldCount',
    test: 'tests/browser/section/save-text.test.ts'
  },
  {
    subject: 'pasting',
    file: 'src/browser/section/table/paste.ts',
    before: `        .replaceAll('""', '"')\n`,
    after: '',
    test: 'tests/browser/section/paste.test.ts'
  },
  {
    subject: 'small bars',
    file: 'src/browser/charts/small/small-bars-geometry.ts',
    before: '.toSorted((a, b) => b - a)',
    after: '.toSorted((a, b) => a - b)',
    test: 'tests/browser/charts/small-bars.test.ts'
  },
  {
    subject: 'verdicts',
    file: 'src/browser/charts/words/claims.ts',
    before: 'certainty === null ? verdict : `${certainty} ${verdict}`',
    after: 'verdict',
    test: 'tests/browser/charts/one-verdict.test.tsx'
  },
  {
    subject: 'paths of files from outside',
    file: 'src/outside/path-inside.ts',
    before: " && part !== '..'",
    after: '',
    test: 'tests/outside/outside.test.ts'
  },
  {
    subject: 'replies from outside',
    file: 'src/outside/reply.ts',
    before: "redirect: 'manual'",
    after: "redirect: 'follow'",
    test: 'tests/operations/publish/publish-untrusted.test.ts'
  },
  {
    subject: 'addresses of the site',
    file: 'src/lib/url/site-path.ts',
    before: " || url.pathname.startsWith('//')",
    after: '',
    test: 'tests/browser/navigation/site-path.page.test.ts'
  },
  {
    subject: 'hosting',
    file: 'src/sites/hosting/policy.ts',
    before: "form-action 'self'; frame-ancestors 'none'`",
    after: "form-action 'self'`",
    test: 'tests/sites/hosting.test.ts'
  },
  {
    subject: 'stamped pages',
    file: 'src/sites/placeholders.ts',
    before: '/[<\\u2028\\u2029]/g',
    after: '/[\\u2028\\u2029]/g',
    test: 'tests/sites/placeholders.test.ts'
  },
  {
    subject: 'contrast of brands',
    file: 'src/programme/colours.ts',
    before: 'const TEXT_CONTRAST = 4.5',
    after: 'const TEXT_CONTRAST = 3',
    test: 'tests/programme/colours.test.ts'
  },
  {
    subject: 'misspelt searches',
    file: 'src/server/search/misspelling.ts',
    before: 'editDistance(typed, word) <= 1',
    after: 'editDistance(typed, word) <= 2',
    test: 'tests/server/search/misspelling.test.ts'
  },
  {
    subject: 'lockout',
    file: 'src/server/auth/lockout.ts',
    before: 'const MAX_FAILURES = 5',
    after: 'const MAX_FAILURES = 6',
    test: 'tests/server/auth/lockout.test.ts'
  },
  {
    subject: 'rate limits',
    file: 'src/server/http/rate-limiter.ts',
    before: 'if (count < limit.perMinute) return',
    after: 'if (count <= limit.perMinute) return',
    test: 'tests/server/http/rate-limiter.test.ts'
  },
  {
    subject: 'passwords',
    file: 'src/domain/people/password.ts',
    before: 'hasSecondFactor ? 8 : 15',
    after: 'hasSecondFactor ? 8 : 12',
    test: 'tests/server/auth/short-passwords.test.ts'
  },
  {
    subject: 'emails with words of strangers',
    file: 'src/server/accounts/mail-templates.ts',
    before: "    .replaceAll(/[/@\\\\]+/g, ' ')\n",
    after: '',
    test: 'tests/server/accounts/account-requests.test.ts'
  },
  {
    subject: 'scopes of API keys',
    file: 'src/server/auth/access.ts',
    before: '  if (user !== null) requireScope(endpoint, user)\n',
    after: '',
    test: 'tests/server/auth/api-keys.test.ts'
  },
  {
    subject: 'API keys of suspended users',
    file: 'src/server/auth/key-callers.ts',
    before: "      .where('u.status', '=', 'active')\n",
    after: '',
    test: 'tests/server/auth/api-keys.test.ts'
  },
  {
    subject: 'documents',
    file: 'src/server/documents/readable-documents.ts',
    before: "        .where('d.published_at', '<=', now)\n",
    after: '',
    test: 'tests/server/documents/documents.test.ts'
  },
  {
    subject: 'case codes',
    file: 'src/server/surveys/cases.ts',
    before: 'case_code: formatCaseCode(code.case_code)',
    after: 'case_code: code.case_code',
    test: 'tests/server/surveys/case-codes.test.ts'
  },
  {
    subject: 'keys in a table',
    file: 'src/browser/section/table/keyboard.ts',
    before: 'const PAGE_ROWS = 10',
    after: 'const PAGE_ROWS = 9',
    test: 'tests/browser/section/grid-keyboard.test.ts'
  },
  {
    subject: 'damaged workbooks',
    file: 'src/lib/xlsx/zip.ts',
    before: 'if (entry.size > left) return err(TOO_LARGE_UNPACKED)',
    after: '',
    test: 'tests/browser/section/workbook-damaged.test.ts'
  },
  {
    subject: 'site configuration',
    file: 'src/browser/stores/site-config.ts',
    before: 'privacy_url: isLink',
    after: 'privacy_url: isTextValue',
    test: 'tests/browser/stores/site-config.page.test.ts'
  }
]

// Files of answers that are refused: what is wrong, the file, the line that is named, and the reason.

import { strToU8, zipSync } from 'fflate'
import { answerLine, answersCsv, HEAD, WHOLE } from './answers-import.ts'

export const FOLDER = 'projects/visitors/answers'
export const FILE = `${FOLDER}/a.csv`

const IF_RETIRED = '; if it has been retired, leave it out of the download with include_retired=false'

export const visits = (fields: Record<string, string>, value = '1200') =>
  answersCsv(answerLine('visits', value, { section_status: 'in_progress', ...fields }))

export const refusedLines: [what: string, csv: string, line: number, reason: string][] = [
  [
    'an unknown organisation',
    visits({ organisation: 'TOWN' }),
    2,
    `there is no organisation "TOWN"${IF_RETIRED}`
  ],
  ['an unknown period', visits({ period: '1999' }), 2, 'there is no period "1999"'],
  [
    'a period that it is not asked in',
    visits({ period: '2027' }),
    2,
    'the questionnaire "visits_and_cost" is not used in 2027'
  ],
  [
    'an unknown questionnaire',
    visits({ questionnaire: 'x' }),
    2,
    `there is no questionnaire "x"; there are visits_and_cost${IF_RETIRED}`
  ],
  [
    'an unknown section',
    visits({ section: 'x' }),
    2,
    `there is no section "x" in "visits_and_cost"; there are visits${IF_RETIRED}`
  ],
  [
    'an unknown sub-section',
    visits({ sub_section: 'x' }),
    2,
    `there is no sub_section "x" in "visits"${IF_RETIRED}`
  ],
  [
    'an unknown question',
    answersCsv(answerLine('visitors', '3')),
    2,
    `there is no question "visitors" in "figures"${IF_RETIRED}`
  ],
  [
    'a row where there is none',
    visits({ row: '1' }),
    2,
    `the question "visits" is not at row "1", column ""${IF_RETIRED}`
  ],
  [
    'a case of a survey',
    visits({ case: 'c-0123' }),
    2,
    'single cases of a survey cannot be imported: the file has only pseudonyms, which do not identify a case'
  ],
  [
    'a submission without a code',
    visits({ submission: '' }),
    2,
    '"" is not a valid submission code: use 1 to 40 characters'
  ],
  ['a text for a number', visits({}, 'many'), 2, '"many" is not a number'],
  [
    'a decimal comma',
    visits({}, '"1200,5"'),
    2,
    '"1200,5" is not a plain number: write a decimal point and no thousands separators, such as 1234.5'
  ],
  [
    'thousands separators',
    visits({}, '"1,200"'),
    2,
    '"1,200" is not a plain number: write a decimal point and no thousands separators, such as 1234.5'
  ],
  ['a formula', visits({}, '=1+1'), 2, '"=1+1" is not a number'],
  ['an infinite number', visits({}, '1e999'), 2, 'Enter a number.'],
  ['more decimal places than the question has', visits({}, '1.5'), 2, 'Enter a whole number.'],
  ['less than the lowest value', visits({}, '-1'), 2, 'The value must be 0 or more.'],
  ['an answer other than yes or no', answersCsv(answerLine('shop', 'maybe')), 2, 'Answer yes or no.'],
  [
    'a longer author than an account can have',
    visits({ entered_by: 'x'.repeat(202) }),
    2,
    'entered_by is longer than 201 characters'
  ],
  ['no value', visits({}, ''), 2, 'there is no value (leave out lines without an answer)'],
  [
    'a value and a mark',
    visits({ not_available: 'true' }),
    2,
    'Enter a value or a reason for having none, not both.'
  ],
  [
    'an unknown mark',
    visits({ not_available: 'ja' }),
    2,
    'not_applicable and not_available are true or false'
  ],
  [
    'an unknown status',
    visits({ section_status: 'done' }),
    2,
    'section_status "done" is not one of not_started, in_progress, complete, signed_off'
  ],
  [
    'a local time',
    visits({ entered_at: '01/04/2026' }),
    2,
    'entered_at "01/04/2026" is not a time in UTC, such as 2026-09-30T10:00:00.000Z'
  ],
  [
    'a day that does not exist',
    visits({ entered_at: '2026-02-30T10:00:00Z' }),
    2,
    'entered_at "2026-02-30T10:00:00Z" is not a time in UTC, such as 2026-09-30T10:00:00.000Z'
  ],
  [
    'a calculated value that differs',
    WHOLE.replace('each,,,25,', 'each,,,26,'),
    4,
    '"each" is 25 when calculated from the answers in this section, not 26'
  ],
  [
    'a calculated value without its answers',
    answersCsv(answerLine('each', '25')),
    2,
    '"each" has no value when calculated from the answers in this section, not 25'
  ],
  [
    'a cell twice',
    answersCsv(answerLine('visits', '1'), answerLine('visits', '1')),
    3,
    'this cell is also in line 2'
  ],
  [
    'two statuses of one section',
    answersCsv(answerLine('visits', '1'), answerLine('cost', '1', { section_status: 'in_progress' })),
    3,
    'section_status differs from other lines of this section'
  ],
  [
    'a section in two places',
    answersCsv(
      answerLine('visits', '1'),
      answerLine('visits', '1', { submission: 'M2' }),
      answerLine('cost', '1')
    ),
    4,
    `other lines of this section are at ${FILE}:2; keep all lines of a section together`
  ],
  ['too few cells', `${HEAD}\r\nCITY,M1\r\n`, 2, '2 cells, but the first line has 16'],
  ['no line', '', 1, 'the file is empty (remove it)'],
  [
    'an unknown column',
    WHOLE.replace('question,', 'questions,'),
    1,
    'unknown column "questions" (did you mean "question"?)'
  ],
  [
    'a column too many',
    WHOLE.replace('entered_at', 'entered_at,colour'),
    1,
    'unknown column "colour" (use an export in the long layout)'
  ],
  [
    'a column twice',
    WHOLE.replace('row,column', 'row,row'),
    1,
    'the column "row" appears twice (remove one of them)'
  ],
  [
    'a missing column',
    'organisation,submission,period,questionnaire,section,sub_section,question\r\n',
    1,
    'the column "value" is missing'
  ],
  [
    'tabs',
    WHOLE.replaceAll(',', '\t'),
    1,
    'the columns are separated by tabs (save the file as CSV, separated by commas)'
  ],
  ['a line for a spreadsheet', `sep=,\r\n${WHOLE}`, 1, '"sep=," is not part of the table (remove this line)'],
  [
    'a quotation mark that stays open',
    visits({}, '"1200'),
    2,
    'a quotation mark is opened here but never closed (put the text in double quotes, and write "" for a quotation mark in it)'
  ],
  [
    'a stray quotation mark',
    visits({}, '"12"00"'),
    2,
    'a quoted text contains an unescaped quotation mark (put the text in double quotes, and write "" for a quotation mark in it)'
  ],
  [
    'a zero byte',
    visits({}, '12\0'),
    2,
    'the line contains a NUL byte (save the file again as CSV in UTF-8)'
  ],
  [
    'mixed line ends',
    WHOLE.replace('\r\n', '\n'),
    2,
    'the line ending differs from that of the first line (save the file again as CSV)'
  ]
]

/** Other files with the name of a CSV file. */
export const refusedBytes: [what: string, content: Buffer, line: number, reason: string][] = [
  [
    'a zip archive',
    Buffer.from(zipSync({ 'a.csv': strToU8(WHOLE) })),
    1,
    'this is a compressed file, despite its name (replace it with a text file, or with an SVG for a logo)'
  ],
  ['UTF-16', Buffer.from(`\ufeff${WHOLE}`, 'utf16le'), 1, 'the file is saved as UTF-16 (save it as UTF-8)'],
  [
    'Latin-1',
    Buffer.from(WHOLE.replace('Anna Berg', 'Änna Berg'), 'latin1'),
    1,
    'the file is not in UTF-8, here or soon after (save it as CSV in UTF-8)'
  ],
  [
    'a line without an end',
    Buffer.from(`${WHOLE}"${'x'.repeat(5_000_000)}`),
    7,
    'the line has more than 200,000 characters (look for a quotation mark that is never closed)'
  ]
]

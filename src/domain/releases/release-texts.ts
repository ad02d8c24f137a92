// The texts of a release for people and for citation managers.

import type { Visibility } from '#contract/projects.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'

export interface ReleaseFacts {
  programmeName: string
  projectCode: string
  projectName: string
  periodName: string
  editionNumber: number
  /** The day of publication in the programme's time zone. */
  publishedOn: string
  visibility: Visibility
  minimumCount: number
}

export const releaseTitle = ({ projectName, periodName }: ReleaseFacts): string =>
  `${projectName} ${periodName}`

/** `falls-2026-edition-2`: the name of the file and of the package. */
export const releaseName = ({ projectCode, periodName, editionNumber }: ReleaseFacts): string =>
  `${projectCode} ${periodName} edition ${editionNumber}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const citationOf = (facts: ReleaseFacts): string =>
  `${facts.programmeName} (${facts.publishedOn.slice(0, 4)}). ${releaseTitle(facts)}, edition ${facts.editionNumber}. Data set, ${facts.publishedOn}.`

/** Citation File Format 1.2. Its texts are JSON strings, which YAML reads too. */
export const citationFile = (facts: ReleaseFacts): string => `cff-version: 1.2.0
message: Cite these data as follows.
type: dataset
title: ${JSON.stringify(releaseTitle(facts))}
version: ${JSON.stringify(`edition ${facts.editionNumber}`)}
date-released: ${facts.publishedOn}
authors:
  - name: ${JSON.stringify(facts.programmeName)}
`

const namedFiles = (
  minimum: number
): string => `- values.csv: the published answers, one line for each. Where charts count cases of a survey or rows of a
  list, \`tally\` says what is counted: \`units\` are complete cases or rows, \`answered\` those with an answer,
  \`chosen=…\` those with one of these options.
- organisations.csv: who took part, with the filter options at publication.
- figures.csv: the figure of each organisation in each series of a chart.
- averages.csv: mean, median and quartiles of all figures of a series.

An answer that no more than ${minimum} organisations have given is left out, and so is a figure that no more than ${minimum} organisations have, together
with the answers that it counts and all other figures that count these. In charts.json such a series has
\`is_released: false\`.`

const strictFiles = (
  minimum: number
): string => `- averages.csv: mean, median and quartiles of all figures of a series, rounded as in the chart.
- runs.csv: all figures of a series, sorted, as means of runs of organisations.

This project does not show whose figures are whose, and no average of fewer than ${minimum} organisations. So this
package has no figures of single organisations, and the averages cannot be recomputed. \`recompute.py\` only checks
that they are consistent. A series that is not shown has \`is_released: false\` in charts.json.`

export const readmeFile = (
  facts: ReleaseFacts
): string => `# ${releaseTitle(facts)}, edition ${facts.editionNumber}

Published on ${facts.publishedOn} by ${facts.programmeName}. This is a Data Package (https://datapackage.org): datapackage.json
describes the files and their columns.

${isStrict(facts.visibility) ? strictFiles(facts.minimumCount) : namedFiles(facts.minimumCount)}
- questions.csv: the questions behind the charts and answers, with the names of their sections, rows, columns and options.
- charts.json: what each chart calculates. A series is the sum of its \`value\` cells times the multiplier, or the sum
  of its \`numerator\` cells, divided by that of its \`denominator\` cells, times the multiplier.
- CHANGELOG.md: ${isStrict(facts.visibility) ? 'which edition this one replaces' : 'what differs from the previous edition'}.
- CITATION.cff: how to cite the data.
- SHA256SUMS: checksums of all other files. Check them with \`sha256sum -c SHA256SUMS\`.

CSV files are in UTF-8. A text that a spreadsheet would run as a formula has an apostrophe before it.

## Check the figures

    python3 recompute.py

This needs Python 3 and nothing else. It verifies the checksums, ${
  isStrict(facts.visibility)
    ? 'and whether the averages are consistent'
    : 'calculates every published figure from values.csv and compares it'
}. It ends with exit code 0 if
everything agrees, otherwise with 1.

- A figure is missing where one of its cells has no answer. A cell that is not applicable adds nothing. A figure with a
  denominator of 0 is missing.
- Quartiles are interpolated linearly (type 7 in R).

## Cite as

${citationOf(facts)}
`

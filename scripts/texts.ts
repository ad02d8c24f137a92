// Lists every text that a person can see, with its file and line: npm run texts [-- <word>]

import { createCommand } from './command.ts'
import { print } from './terminal.ts'
import { visibleTexts } from './visible-texts.ts'

const [word = ''] = createCommand('texts')
  .description('Lists every text that a person can see, with its file and line')
  .argument('[word]', 'only texts with this word')
  .parse().args
for (const { file, line, text } of visibleTexts())
  if (text.toLowerCase().includes(word.toLowerCase())) print(`${file}:${line}  ${text.replaceAll('\n', '⏎')}`)

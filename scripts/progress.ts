import { styleText } from 'node:util'
import { printable } from '#lib/text/printable.ts'
import { print } from './terminal.ts'

/** Shows progress: one line that is overwritten on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #isSilent: boolean
  readonly #isTerminal = process.stdout.isTTY
  readonly #hasColour = process.env['NO_COLOR'] === undefined || process.env['NO_COLOR'] === ''
  #hasOpenLine = false

  constructor({ isSilent }: { isSilent: boolean }) {
    this.#isSilent = isSilent
  }

  line(text: string): void {
    if (this.#isSilent) return
    this.end()
    print(text)
  }

  step(text: string, done: number, total: number): void {
    if (this.#isSilent) return
    if (!this.#isTerminal) {
      print(text)
      return
    }
    const count = `${String(done).padStart(String(total).length)}/${total}`
    const shown = `${this.#hasColour ? styleText('green', count) : count} ${printable(text)}`
    // A few programmes get a line each; for many, only the last is shown.
    process.stdout.write(total > 30 ? `\r\u001b[2K${shown}` : `${shown}\n`)
    this.#hasOpenLine = total > 30
  }

  end(): void {
    if (this.#hasOpenLine) process.stdout.write('\n')
    this.#hasOpenLine = false
  }

  fault(text: string): void {
    const plain = printable(text)
    process.stderr.write(`${this.#hasColour && process.stderr.isTTY ? styleText('red', plain) : plain}\n`)
  }
}

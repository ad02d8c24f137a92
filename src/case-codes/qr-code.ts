import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** A text as a QR code: the path that fills its dark modules, in a square of `size` by `size`. It survives a coffee stain (level M). */
export function qrCodeOf(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { size: code.size, path: toSvgPath(code) }
}

import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/**
 * Encodes a text as a QR code: the path of its dark modules in a square of `size` by `size`. Level M
 * corrects up to 15 % damage.
 */
export function qrCodeOf(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { size: code.size, path: toSvgPath(code) }
}

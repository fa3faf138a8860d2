import { Failure, invalid } from '../../kernel/failure.ts'

export const uploadNotFound = () =>
  new Failure('invalid', 'This upload was never begun or is over', { reason: 'upload_gone' })
export const noPartsUploaded = () => invalid('etags', 'Nothing has been uploaded yet', 'part_missing')
export const wrongEtags = () =>
  invalid('etags', 'The ETags are not those of the parts that arrived, all of them and in order', 'wrong_etags')
export const partTooSmall = () =>
  invalid('etags', 'A part before the last is smaller than the store takes', 'part_too_small')
export const partSuperseded = () =>
  new Failure('conflict', 'A later request uploads this part', { reason: 'part_in_transfer' })

const MAX_PARTS = 10_000

/** Throws `invalid` for a part number outside the upload. */
export function assertPartNumber(partNumber: number, multipart: boolean): void {
  const most = multipart ? MAX_PARTS : 1
  if (Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= most) return
  throw invalid('partNumber', `The number of a part of this upload must be from 1 to ${most}`, {
    reason: 'unknown_value',
    min: 1,
    max: most,
  })
}

/** An ETag without quotes: clients send them with and without. */
export const unquotedEtag = (etag: string) => etag.trim().replaceAll('"', '')

/** Throws `invalid` unless the ETags are those of parts 1 to n in order. */
export function assertEtags(
  arrived: readonly { readonly partNumber: number; readonly etag: string }[],
  etags: readonly string[],
): void {
  const fits = arrived.every(
    ({ partNumber, etag }, at) => partNumber === at + 1 && unquotedEtag(etags[at] ?? '') === unquotedEtag(etag),
  )
  if (!fits || arrived.length !== etags.length) throw wrongEtags()
}

import { Failure, invalid } from '../../kernel/failure.ts'

/** Code of the refusal of more bytes than an upload was begun for. */
export const TOO_LARGE = 'too_large'

export const uploadGone = () =>
  new Failure('invalid', 'This upload was never begun or is over', { code: 'upload_gone' })
export const nothingArrived = () => invalid('etags', 'Nothing has been uploaded yet', 'part_missing')
export const wrongEtags = () =>
  invalid('etags', 'The ETags are not those of the parts that arrived, all of them and in order', 'wrong_etags')
export const partTooSmall = () =>
  invalid('etags', 'A part before the last is smaller than the store takes', 'part_too_small')
export const unavailable = () =>
  new Failure('unavailable', 'The store of files is not available right now', { retryAfter: 1 })
export const full = () => new Failure('unavailable', 'The store of files is full', { code: 'store_full' })

const MOST_PARTS = 10_000

/** Throws `invalid` for a number that no part of the upload can have. */
export function checkPartNumber(partNumber: number, multipart: boolean): void {
  const most = multipart ? MOST_PARTS : 1
  if (Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= most) return
  throw invalid('partNumber', `The number of a part of this upload must be from 1 to ${most}`)
}

/** An ETag without its quotes: clients send it back with them and without. */
export const bare = (etag: string) => etag.trim().replaceAll('"', '')

/** Throws `invalid` unless the ETags are those of parts 1 to n in order. */
export function checkEtags(
  arrived: readonly { readonly partNumber: number; readonly etag: string }[],
  etags: readonly string[],
): void {
  const fits = arrived.every(
    ({ partNumber, etag }, at) => partNumber === at + 1 && bare(etags[at] ?? '') === bare(etag),
  )
  if (!fits || arrived.length !== etags.length) throw wrongEtags()
}

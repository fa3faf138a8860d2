import { createHash } from 'node:crypto'

/** Words of what a filter asks for beside tags, which have no spaces. */
export const FEATURED = 'is featured'
export const platformWord = (platform: string): string => `platform ${platform}`

/**
 * The number that stands for a tag or another word in columns named `filterKeys`: the first 64 bits of its MD5, as the
 * function `content_filter_keys` of the database computes it. Decimal. Whoever finds two tags with one number has only made
 * a row that both find.
 */
export const filterKey = (word: string): string =>
  BigInt.asIntN(64, BigInt(`0x${createHash('md5').update(word).digest('hex').slice(0, 16)}`)).toString()

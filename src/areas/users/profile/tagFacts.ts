/** Ranks of trust, highest first. */
const RANKS = ['legend', 'veteran', 'trusted', 'known', 'basic'] as const

type TrustRank = (typeof RANKS)[number] | 'visitor'

/** The highest rank that the platform has given a person by a tag; visitor without any. */
export const trustRankOf = (tags: readonly string[]): TrustRank =>
  RANKS.find((rank) => tags.includes(`system_trust_${rank}`) || tags.includes(`system_${rank}`)) ?? 'visitor'

const LANGUAGE_PREFIX = 'language_'

/** ISO 639-3 codes of the languages that a person has chosen by tags, such as `eng`. */
export const languagesOf = (tags: readonly string[]): string[] =>
  tags.filter((tag) => tag.startsWith(LANGUAGE_PREFIX)).map((tag) => tag.slice(LANGUAGE_PREFIX.length))

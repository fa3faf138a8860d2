const OWN_TAG = /^author_tag_/

/** Tags by which authors warn of content. */
export const WARNINGS = ['content_adult', 'content_gore', 'content_horror', 'content_sex', 'content_violence'] as const
type Warning = (typeof WARNINGS)[number]

export const isWarning = (tag: string): tag is Warning => WARNINGS.some((one) => one === tag)

/** The words by which an author describes a world or an avatar, out of all its tags. */
export const ownWords = (tags: readonly string[]): string[] =>
  tags.filter((tag) => OWN_TAG.test(tag)).map((tag) => tag.replace(OWN_TAG, ''))

/** What an author has said by tags: words, and what people are warned of. */
export const ownTagsOf = (tags: readonly string[]) => ({
  tags: ownWords(tags),
  warnings: tags.filter(isWarning),
})

/** Words and warnings of an author as tags: those of words first, in their order, so that issues name them by their place. */
export const tagsOf = (words: readonly string[], warnings: readonly string[]): string[] => [
  ...words.map((word) => `author_tag_${word}`),
  ...warnings,
]

interface TagChanges {
  readonly tags?: string[]
  readonly warnings?: string[]
}

/** All tags once the author has changed some; others, such as those of the platform, stay. */
export function changedTags(before: readonly string[], changes: TagChanges): string[] {
  const { tags, warnings } = { ...ownTagsOf(before), ...changes }
  return [...tagsOf(tags, warnings), ...before.filter((tag) => !isWarning(tag) && !OWN_TAG.test(tag))]
}

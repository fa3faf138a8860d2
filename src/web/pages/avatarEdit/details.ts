import type { AvatarEditFragment, UpdateAvatarInput } from '../../generated/graphql.ts'

/** What a person may not want to see, by the tag that says so. */
export const CONTENT_TAGS = {
  ADULT: 'content_adult',
  SEX: 'content_sex',
  VIOLENCE: 'content_violence',
  GORE: 'content_gore',
  HORROR: 'content_horror',
} as const

const OWN_TAG = /^author_tag_/
/** An avatar with it can stand in for others. */
const FALLBACK_TAG = 'author_quest_fallback'

const isContentTag = (tag: string) => Object.values(CONTENT_TAGS).some((known) => known === tag)

/** The tags of an avatar as the form shows them: words, contents, and whether it can stand in for others. */
const splitTags = (tags: readonly string[]) => ({
  words: tags.filter((tag) => OWN_TAG.test(tag)).map((tag) => tag.replace(OWN_TAG, '')),
  contents: tags.filter(isContentTag),
  isFallback: tags.includes(FALLBACK_TAG),
})

/** The values of the form for an avatar; texts are empty for none. */
export const valuesOf = (avatar: AvatarEditFragment) => ({
  name: avatar.name,
  description: avatar.description ?? '',
  releaseStatus: avatar.releaseStatus,
  isSearchable: avatar.isSearchable,
  primaryStyleId: avatar.primaryStyle?.id ?? '',
  secondaryStyleId: avatar.secondaryStyle?.id ?? '',
  ...splitTags(avatar.tags),
})
export type Details = ReturnType<typeof valuesOf>

/** All tags of an avatar once some parts of them have changed; those that the form does not show stay. */
function tagsOf({ tags }: AvatarEditFragment, changes: Partial<Details>): string[] {
  const { words, contents, isFallback } = { ...splitTags(tags), ...changes }
  const kept = tags.filter((tag) => !OWN_TAG.test(tag) && !isContentTag(tag) && tag !== FALLBACK_TAG)
  const own = words.map((word) => `author_tag_${word.trim().replaceAll(/\s+/g, '_')}`)
  return [...kept, ...own, ...contents, ...(isFallback ? [FALLBACK_TAG] : [])]
}

/** What is sent for the fields that have changed. */
export function inputOf(avatar: AvatarEditFragment, changes: Partial<Details>): UpdateAvatarInput {
  const { words, contents, isFallback, primaryStyleId, secondaryStyleId, ...plain } = changes
  const hasTags = words !== undefined || contents !== undefined || isFallback !== undefined
  return {
    avatarId: avatar.id,
    ...plain,
    ...(primaryStyleId !== undefined && { primaryStyleId: primaryStyleId || null }),
    ...(secondaryStyleId !== undefined && { secondaryStyleId: secondaryStyleId || null }),
    ...(hasTags && { tags: tagsOf(avatar, changes) }),
  }
}

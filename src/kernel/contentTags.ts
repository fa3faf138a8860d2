import { isAdmin } from './access.ts'
import { invalid } from './failure.ts'
import { assertEntries } from './inputFaults.ts'
import type { Scope } from './scope.ts'

const AUTHOR_TAG_PATTERN = /^(author_tag|content)_[^\s,]{1,50}$/
const ADMIN_TAG_PATTERN = /^[^\s,]{1,64}$/
const MAX_AUTHOR_TAGS = 20
/** Tags of a row, with those of the platform: indexes have a number for each. */
const MAX_TAGS = 100

/** Whether authors of any content can set a tag; only admins can set others. */
export const isAuthorTag = (tag: string) => AUTHOR_TAG_PATTERN.test(tag)

/** Tells the tags that authors of a kind of content can set. */
type IsOwnTag = (tag: string) => boolean

/** The rules for the tags of a kind of content, of which `isOwnTag` tells those that its authors can set. */
export const tagRules = (isOwnTag: IsOwnTag) => ({
  /** Whether two lists of tags differ in tags that only admins can set. */
  changesPlatformTags: (before: readonly string[], after: readonly string[]): boolean => {
    const differs = (some: readonly string[], others: readonly string[]) =>
      some.some((tag) => !isOwnTag(tag) && !others.includes(tag))
    return differs(before, after) || differs(after, before)
  },

  /** Throws `invalid` for a tag that the viewer may not add or remove. Admins may change every tag. */
  assertCanChangeTags: (scope: Scope, tags: readonly string[]): void => assertCanChangeTags(scope, tags, isOwnTag),

  /** The tags after the viewer has replaced them; an author keeps those that only admins can set. Throws `invalid`. */
  replaceTags: (scope: Scope, present: readonly string[], requested: readonly string[]): string[] => {
    assertCanChangeTags(scope, requested, (tag) => present.includes(tag) || isOwnTag(tag))
    const kept = isAdmin(scope) ? [] : present.filter((tag) => !isOwnTag(tag))
    return withinTagLimit(present, [...new Set([...kept, ...requested])], isOwnTag)
  },

  /** Throws `invalid` for too many author tags; what already exceeds the limit may keep its number of tags. */
  withinTagLimit: (present: readonly string[], tags: string[]): string[] => withinTagLimit(present, tags, isOwnTag),
})

const isPlatformTag = (tag: string) => ADMIN_TAG_PATTERN.test(tag)

/** Throws `invalid` for a tag that nobody may add or remove. */
export const assertPlatformTags = (tags: readonly string[]): void => assertTags(tags, isPlatformTag)

const assertCanChangeTags = (scope: Scope, tags: readonly string[], isOwnTag: IsOwnTag): void =>
  assertTags(tags, isAdmin(scope) ? isPlatformTag : isOwnTag)

function assertTags(tags: readonly string[], isValid: (tag: string) => boolean): void {
  assertEntries(tags, {
    field: 'tags',
    isValid,
    message: (tag) => `tags: you cannot change the tag ${tag}`,
    reason: 'tag_forbidden',
  })
}

function withinTagLimit(present: readonly string[], tags: string[], isOwnTag: IsOwnTag): string[] {
  const limit = Math.max(MAX_AUTHOR_TAGS, present.filter(isOwnTag).length)
  if (tags.filter(isOwnTag).length > limit)
    throw invalid('tags', `tags: at most ${MAX_AUTHOR_TAGS} of your own`, {
      reason: 'too_many_entries',
      max: MAX_AUTHOR_TAGS,
    })
  if (tags.length > MAX_TAGS)
    throw invalid('tags', `tags: at most ${MAX_TAGS}`, { reason: 'too_many_entries', max: MAX_TAGS })
  return tags
}

import { isAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { WorldId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { changeLockedWorld } from './write.ts'

/** Tags that authors can set; only admins can set all others. */
export const AUTHOR_TAG_PATTERN = /^(author_tag|content)_[^\s,]{1,50}$/

export const LABS_TAG = 'system_labs'
export const APPROVED_TAG = 'system_approved'

export const isAuthorTag = (tag: string) => AUTHOR_TAG_PATTERN.test(tag)

/** Whether two lists of tags differ in tags that only admins can set. */
export function changesPlatformTags(before: readonly string[], after: readonly string[]): boolean {
  const platformTags = (tags: readonly string[]) => tags.filter((tag) => !isAuthorTag(tag))
  return (
    platformTags(before).some((tag) => !after.includes(tag)) || platformTags(after).some((tag) => !before.includes(tag))
  )
}

const ADMIN_TAG_PATTERN = /^[^\s,]{1,64}$/
const MAX_AUTHOR_TAGS = 20

/** Throws `invalid` for a tag that the viewer may not add or remove. Admins may change every tag. */
export function assertCanChangeTags(scope: Scope, tags: readonly string[]): void {
  const refused = tags.find((tag) => !(isAdmin(scope) ? ADMIN_TAG_PATTERN : AUTHOR_TAG_PATTERN).test(tag))
  if (refused !== undefined) throw invalid('tags', `tags: you cannot change the tag ${refused}`, 'tag_forbidden')
}

/** The tags of a world after the viewer has replaced them; an author keeps those that only admins can set. */
export function replaceTags(scope: Scope, present: readonly string[], requested: readonly string[]): string[] {
  const tags = requested.filter((tag) => !present.includes(tag))
  assertCanChangeTags(scope, tags)
  const kept = isAdmin(scope) ? [] : present.filter((tag) => !isAuthorTag(tag))
  return withinTagLimit(present, [...new Set([...kept, ...requested])])
}

/** Throws `invalid` for too many author tags; a world that already exceeds the limit may keep its number of tags. */
function withinTagLimit(present: readonly string[], tags: string[]): string[] {
  const limit = Math.max(MAX_AUTHOR_TAGS, present.filter(isAuthorTag).length)
  if (tags.filter(isAuthorTag).length > limit)
    throw invalid('tags', `tags: at most ${MAX_AUTHOR_TAGS} of your own`, {
      reason: 'too_many_entries',
      max: MAX_AUTHOR_TAGS,
    })
  return tags
}

/**
 * Adds tags to a world. The approval tag removes the labs tag and sets the date of publication. Throws `invalid`, and as
 * `changeLockedWorld` does.
 */
export const addWorldTags = (scope: ViewerScope, id: WorldId, tags: readonly string[]) =>
  changeLockedWorld(scope, { act: 'addWorldTags', id }, async ({ now }, world) => {
    assertCanChangeTags(scope, tags)
    const all = withinTagLimit(world.tags, [...new Set([...world.tags, ...tags])])
    const needsAdmin = !tags.every(isAuthorTag)
    if (!tags.includes(APPROVED_TAG) || world.tags.includes(APPROVED_TAG)) return { change: { tags: all }, needsAdmin }
    const publicationDate = world.publicationDate ?? now
    return { change: { tags: all.filter((tag) => tag !== LABS_TAG), publicationDate }, needsAdmin }
  })

export const removeWorldTags = (scope: ViewerScope, id: WorldId, tags: readonly string[]) =>
  changeLockedWorld(scope, { act: 'removeWorldTags', id }, async (_tx, world) => {
    assertCanChangeTags(scope, tags)
    return { change: { tags: world.tags.filter((tag) => !tags.includes(tag)) }, needsAdmin: !tags.every(isAuthorTag) }
  })

import { isAuthorTag, tagRules } from '../../../kernel/contentTags.ts'
import type { WorldId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { changeLockedWorld } from './write.ts'

export const LABS_TAG = 'system_labs'
export const APPROVED_TAG = 'system_approved'

export const { assertCanChangeTags, changesPlatformTags, replaceTags, withinTagLimit } = tagRules(isAuthorTag)

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

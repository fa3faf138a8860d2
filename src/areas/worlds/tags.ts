import { invalid } from '../../kernel/failure.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { changeWorld } from './changing.ts'
import { APPROVED, isOwn, LABS, OWN_TAG } from './ownTags.ts'

const ANY_TAG = /^[^\s,]{1,64}$/
const MOST_OWN = 20

const isAdmin = ({ viewer }: Scope) => viewer?.admin === true

/** Throws `invalid` for a tag that the viewer may not give or take. Admins change every tag. */
export function checkTags(scope: Scope, tags: readonly string[]): void {
  const refused = tags.find((tag) => !(isAdmin(scope) ? ANY_TAG : OWN_TAG).test(tag))
  if (refused !== undefined) throw invalid('tags', `tags: you cannot change the tag ${refused}`, 'tag')
}

/** The tags of a world whose author wants these: own ones replaced, and those that the platform gave kept. */
export function replaceTags(scope: Scope, present: readonly string[], wanted: readonly string[]): string[] {
  const tags = wanted.filter((tag) => !present.includes(tag))
  checkTags(scope, tags)
  const kept = isAdmin(scope) ? [] : present.filter((tag) => !isOwn(tag))
  return counted(present, [...new Set([...kept, ...wanted])])
}

/** What has too many tags already may keep them, but not take another. */
function counted(present: readonly string[], tags: string[]): string[] {
  const most = Math.max(MOST_OWN, present.filter(isOwn).length)
  if (tags.filter(isOwn).length > most) throw invalid('tags', `tags: at most ${MOST_OWN} of your own`)
  return tags
}

/**
 * Adds tags to an own world. When an admin says so by its tag that a world is approved, it leaves the labs: its date of
 * publication is set. Throws `missing`, `forbidden`, `invalid`.
 */
export const addWorldTags = (scope: SignedScope, id: WorldId, tags: readonly string[]) =>
  changeWorld(scope, { act: 'addWorldTags', id }, async ({ now }, world) => {
    checkTags(scope, tags)
    const all = counted(world.tags, [...new Set([...world.tags, ...tags])])
    const isAdmins = !tags.every(isOwn)
    if (!tags.includes(APPROVED) || world.tags.includes(APPROVED)) return { change: { tags: all }, isAdmins }
    const publicationDate = world.publicationDate ?? now
    return { change: { tags: all.filter((tag) => tag !== LABS), publicationDate }, isAdmins }
  })

export const removeWorldTags = (scope: SignedScope, id: WorldId, tags: readonly string[]) =>
  changeWorld(scope, { act: 'removeWorldTags', id }, async (_open, world) => {
    checkTags(scope, tags)
    return { change: { tags: world.tags.filter((tag) => !tags.includes(tag)) }, isAdmins: !tags.every(isOwn) }
  })
